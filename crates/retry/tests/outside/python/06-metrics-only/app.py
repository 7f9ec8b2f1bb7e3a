from aws_lambda_powertools import Logger, Metrics, Tracer
from aws_lambda_powertools.metrics import MetricUnit
from aws_lambda_powertools.utilities.data_classes import EventBridgeEvent, event_source

logger = Logger()
tracer = Tracer()
metrics = Metrics()


@tracer.capture_method
def size_class(lines: list) -> str:
    quantity = sum(line.get("quantity", 1) for line in lines)
    if quantity > 100:
        return "bulk"
    return "large" if quantity > 10 else "small"


@logger.inject_lambda_context(log_event=False)
@tracer.capture_lambda_handler
@metrics.log_metrics(capture_cold_start_metric=True)
@event_source(data_class=EventBridgeEvent)
def lambda_handler(event: EventBridgeEvent, context):
    detail = event.detail
    kind = size_class(detail["lines"])
    metrics.add_dimension(name="size", value=kind)
    metrics.add_metric(name="OrdersPlaced", unit=MetricUnit.Count, value=1)
    metrics.add_metric(name="OrderTotal", unit=MetricUnit.NoUnit, value=detail["total"])
    logger.info("order placed", extra={"order": detail["id"], "size": kind})
