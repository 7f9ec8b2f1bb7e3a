import json
import logging


class Logged:
    def before(self, record):
        logging.getLogger(__name__).info("handling %s", record["messageId"])
        super().before(record)


class Processor:
    def before(self, record):
        pass

    def process(self, body, record):
        raise NotImplementedError

    def __call__(self, event, context):
        for record in event["Records"]:
            self.before(record)
            self.process(json.loads(record["body"]), record)
