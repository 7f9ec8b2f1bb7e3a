"""boto3 and botocore: clients and resources all end in `BaseClient._make_api_call`."""

import io

from aplomb.recorder import _tape


def install(module):
    """`module` is botocore.client."""
    kind = module.BaseClient
    real = kind._make_api_call

    def make_api_call(self, operation, parameters):
        tape = _tape.current()
        if tape is None:
            return real(self, operation, parameters)
        service = self.meta.service_model.service_id.replace(" ", "").lower()
        name = f"{service}.{operation[0].lower()}{operation[1:]}"
        try:
            response = tape.call("aws", name, parameters, lambda: real(self, operation, parameters), _without_stream)
        except module.ClientError as error:
            # The classes of `client.exceptions` belong to one client: a replay has to ask
            # this one.
            own = self.exceptions.from_code(error.response.get("Error", {}).get("Code"))
            if isinstance(error, own):
                raise
            raise own(error.response, operation) from None
        return _with_stream(response)

    kind._make_api_call = make_api_call


def install_signers(module):
    """`module` is botocore.signers. A signed address is made with the secret key, which no
    recording has."""
    for name in ("generate_presigned_url", "generate_presigned_post"):
        _signed(module, name)


def _signed(module, name):
    real = getattr(module, name)

    def sign(self, *arguments, **named):
        tape = _tape.current()
        if tape is None:
            return real(self, *arguments, **named)
        return tape.instant("aws", name, [list(arguments), named], lambda: real(self, *arguments, **named))

    setattr(module, name, sign)


def _without_stream(response):
    """The body of an object is read at once: a recording needs all of it."""
    body = response.get("Body") if isinstance(response, dict) else None
    if not hasattr(body, "read"):
        return response
    content = body.read()
    response["Body"] = _streaming(content)
    return {**response, "Body": {"content": content}}


def _with_stream(response):
    body = response.get("Body") if isinstance(response, dict) else None
    if isinstance(body, dict) and set(body) == {"content"}:
        response["Body"] = _streaming(body["content"])
    return response


def _streaming(content):
    from botocore.response import StreamingBody

    return StreamingBody(io.BytesIO(content), len(content))
