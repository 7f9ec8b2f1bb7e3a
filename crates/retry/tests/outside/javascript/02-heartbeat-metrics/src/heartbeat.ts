import { Logger } from "@aws-lambda-powertools/logger";
import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import { Tracer } from "@aws-lambda-powertools/tracer";
import { SQSClient, GetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import type { ScheduledEvent, Context } from "aws-lambda";

const logger = new Logger({ serviceName: "heartbeat" });
const metrics = new Metrics({ namespace: "Shop", serviceName: "heartbeat" });
const tracer = new Tracer({ serviceName: "heartbeat" });
const sqs = tracer.captureAWSv3Client(new SQSClient({}));

const QUEUES = (process.env.QUEUE_URLS ?? "").split(",");

export const handler = async (event: ScheduledEvent, context: Context): Promise<void> => {
  logger.addContext(context);
  logger.info("heartbeat", { at: event.time });
  for (const url of QUEUES) {
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl: url,
        AttributeNames: ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"],
      }),
    );
    const visible = Number(Attributes?.ApproximateNumberOfMessages ?? 0);
    const inFlight = Number(Attributes?.ApproximateNumberOfMessagesNotVisible ?? 0);
    const single = metrics.singleMetric();
    single.addDimension("queue", url.split("/").pop() ?? url);
    single.addMetric("backlog", MetricUnit.Count, visible + inFlight);
    if (visible > 1000) {
      logger.warn("queue is falling behind", { url, visible });
    }
  }
  metrics.publishStoredMetrics();
};
