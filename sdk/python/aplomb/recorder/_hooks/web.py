"""Requests over HTTP: urllib3 (and with it requests), urllib.request. What goes out by
other ways is named, because a replay cannot repeat it."""

import io

from aplomb.recorder import _tape

# Headers that say nothing about what is asked, differ from run to run, or follow from the body.
_INCIDENTAL = {"connection", "content-length", "user-agent", "x-amzn-trace-id", "traceparent", "tracestate"}


def _headers(headers):
    return {name: str(value) for name, value in dict(headers or {}).items() if name.lower() not in _INCIDENTAL}


def install_urllib3(module):
    """`module` is urllib3.connectionpool."""
    kind = module.HTTPConnectionPool
    real = kind.urlopen

    def urlopen(self, method, url, body=None, headers=None, *arguments, **named):
        tape = _tape.current()
        if tape is None:
            return real(self, method, url, body, headers, *arguments, **named)
        port = "" if self.port in (None, 80, 443) else f":{self.port}"
        name = f"{method} {self.scheme}://{self.host}{port}{url}"
        asked = {"headers": _headers(headers), "body": body}

        def perform():
            response = real(self, method, url, body, headers, *arguments, **{**named, "preload_content": True})
            return response

        def recorded(response):
            return {
                "status": response.status,
                "reason": response.reason,
                "headers": [list(item) for item in response.headers.items()],
                "body": response.data,
            }

        # A fresh response in both cases: the body of the real one has been read.
        kept = {}
        answer = tape.call("http", name, asked, perform, lambda response: kept.setdefault("it", recorded(response)))
        return _urllib3_response(kept.get("it") or answer, method, url, named)

    kind.urlopen = urlopen


def _urllib3_response(kept, method, url, named):
    from urllib3.response import HTTPResponse

    headers = [tuple(item) for item in kept["headers"] if item[0].lower() != "content-encoding"]
    return HTTPResponse(
        body=io.BytesIO(kept["body"]),
        headers=headers,
        status=kept["status"],
        reason=kept["reason"],
        preload_content=named.get("preload_content", True),
        # The body was decoded, and secrets in it may have been hidden.
        enforce_content_length=False,
        request_method=method,
        request_url=url,
    )


def install_urllib(module):
    """`module` is urllib.request."""
    kind = module.OpenerDirector
    real = kind.open

    def open(self, fullurl, data=None, *arguments, **named):
        tape = _tape.current()
        if tape is None:
            return real(self, fullurl, data, *arguments, **named)
        request = fullurl if isinstance(fullurl, module.Request) else module.Request(fullurl, data)
        if data is not None:
            request.data = data
        if request.type not in ("http", "https"):
            return real(self, fullurl, data, *arguments, **named)
        name = f"{request.get_method()} {request.full_url}"
        asked = {"headers": _headers(request.headers), "body": request.data}

        def perform():
            try:
                with real(self, request, None, *arguments, **named) as response:
                    return _plain(response)
            except module.HTTPError as error:
                return _plain(error)

        return _answer(module, request, tape.call("http", name, asked, perform))

    kind.open = open


def _plain(response):
    headers = [list(item) for item in response.headers.items()]
    return {"status": response.status, "reason": response.reason, "headers": headers, "body": response.read()}


def _answer(module, request, kept):
    import email.message

    headers = email.message.Message()
    for name, value in kept["headers"]:
        headers[name] = value
    body = io.BytesIO(kept["body"])
    if not 200 <= kept["status"] < 300:
        raise module.HTTPError(request.full_url, kept["status"], kept["reason"], headers, body)
    import urllib.response

    answer = urllib.response.addinfourl(body, headers, request.full_url, kept["status"])
    answer.msg = answer.reason = kept["reason"]
    return answer


def install_socket(module):
    """`module` is socket."""
    kind = module.socket
    real = kind.connect

    def connect(self, address):
        tape = _tape.current()
        if tape is not None and self.family in (module.AF_INET, module.AF_INET6):
            tape.unsupported("A connection is opened by a library that the recorder does not support.")
        return real(self, address)

    kind.connect = connect


def install_multiprocessing(module):
    """`module` is multiprocessing.process."""
    real = module.BaseProcess.start

    def start(self):
        tape = _tape.current()
        if tape is not None:
            tape.unsupported("A process is started, which the recorder does not support.")
        return real(self)

    module.BaseProcess.start = start


def install_subprocess(module):
    """`module` is subprocess."""
    real = module.Popen.__init__

    def start(self, *arguments, **named):
        tape = _tape.current()
        if tape is not None:
            tape.unsupported("A program is started, which the recorder does not support.")
        return real(self, *arguments, **named)

    module.Popen.__init__ = start
