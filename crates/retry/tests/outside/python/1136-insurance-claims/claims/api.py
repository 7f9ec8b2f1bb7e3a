from aws_lambda_powertools import Logger, Tracer
from aws_lambda_powertools.event_handler import APIGatewayRestResolver
from aws_lambda_powertools.event_handler.exceptions import NotFoundError
from aws_lambda_powertools.logging import correlation_paths

from .store import ClaimStore

logger = Logger(service="claims")
tracer = Tracer(service="claims")
app = APIGatewayRestResolver()


@app.post("/claims")
def open_claim():
    body = app.current_event.json_body
    claim_id = app.current_event.headers["Idempotency-Key"]
    ClaimStore.open(claim_id, body["policy"], body["description"])
    logger.info("claim opened", claim_id=claim_id)
    return {"claimId": claim_id}


@app.get("/claims/<claim_id>")
def show_claim(claim_id: str):
    claim = ClaimStore.load(claim_id)
    if claim is None:
        raise NotFoundError(f"no claim {claim_id}")
    return {"claimId": claim_id, "policy": claim["policy"], "assessor": claim.get("assessor")}


@logger.inject_lambda_context(correlation_id_path=correlation_paths.API_GATEWAY_REST)
@tracer.capture_lambda_handler
def handler(event, context):
    return app.resolve(event, context)
