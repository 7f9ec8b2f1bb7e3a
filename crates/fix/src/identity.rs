//! Which request is an attempt of? By the trigger, or as the user says.

use aplomb_retry::Handler;
use aplomb_script::Language;

/// What names the requests of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Identity {
    /// One that the runtime has ready, by its name in JavaScript.
    Ready(&'static str),
    /// An expression of the user's.
    Own(String),
}

/// The identities that the runtime has ready.
const READY: [&str; 8] =
    ["sqs", "sns", "s3", "stream", "eventBridge", "invocation", "http", "stepFunctions"];

impl Identity {
    /// What the user gave: the name of a ready-made one, or an expression.
    pub(crate) fn given(text: &str) -> Identity {
        let text = text.trim();
        let name = text.strip_prefix("identities.").unwrap_or(text);
        let camel =
            name.replace("event_bridge", "eventBridge").replace("step_functions", "stepFunctions");
        match READY.into_iter().find(|known| *known == camel) {
            Some(known) => Identity::Ready(known),
            None => Identity::Own(text.to_owned()),
        }
    }

    /// What the trigger says; else why somebody has to say it.
    pub(crate) fn of(handler: &Handler) -> Result<Identity, String> {
        let event = handler.event.as_deref().unwrap_or("");
        let name = match event {
            "sqs" | "SQS" => "sqs",
            "sns" | "SNS" => "sns",
            "s3" | "S3" => "s3",
            "stream" | "kinesis" | "DynamoDB" | "Kinesis" => "stream",
            "eventBridge" | "schedule" | "cloudwatchEvent" | "EventBridgeRule" | "Schedule"
            | "ScheduleV2" | "CloudWatchEvent" => "eventBridge",
            "http" | "httpApi" | "alb" | "url" | "Api" | "HttpApi" => {
                return Err("clients call it by HTTP, so the client has to name the request: \
                            --identity http if it sends the header Idempotency-Key, or an \
                            expression, e.g. --identity 'event.requestContext.requestId' if that \
                            is the same on a retry"
                    .into());
            }
            "" => {
                return Err("the deployment description does not say what invokes it: --identity \
                            invocation if it is invoked asynchronously, http if clients send the \
                            header Idempotency-Key, or an expression, e.g. --identity 'event.id'"
                    .into());
            }
            other => {
                return Err(format!(
                    "{other} events have no identity that Aplomb knows: say what names the \
                     request, e.g. --identity 'event.id'"
                ));
            }
        };
        Ok(Identity::Ready(name))
    }

    /// As it is written in the source.
    pub(crate) fn text(&self, language: Language) -> String {
        match (self, language) {
            (Identity::Ready(name), Language::JavaScript) => format!("identities.{name}"),
            (Identity::Ready("eventBridge"), Language::Python) => "identities.event_bridge".into(),
            (Identity::Ready("stepFunctions"), Language::Python) => {
                "identities.step_functions".into()
            }
            (Identity::Ready(name), Language::Python) => format!("identities.{name}"),
            (Identity::Own(text), Language::JavaScript) => {
                let function = text.contains("=>") || text.starts_with("function");
                if function { text.clone() } else { format!("(event) => {text}") }
            }
            (Identity::Own(text), Language::Python) => match text.starts_with("lambda ") {
                true => text.clone(),
                false => format!("lambda event, context: {text}"),
            },
        }
    }

    /// Whether every record of an event is a request of its own.
    pub(crate) fn is_per_record(&self) -> bool {
        matches!(self, Identity::Ready("sqs" | "sns" | "s3" | "stream"))
    }

    /// Whether events say when they happened.
    pub(crate) fn has_time(&self) -> bool {
        self.is_per_record() || *self == Identity::Ready("eventBridge")
    }

    /// What a record or an event has that nothing else has, without the runtime.
    pub(crate) fn field(&self, language: Language) -> Option<&'static str> {
        Some(match (self, language) {
            (Identity::Ready("sqs"), Language::JavaScript) => ".messageId",
            (Identity::Ready("sqs"), Language::Python) => "[\"messageId\"]",
            (Identity::Ready("stream"), Language::JavaScript) => ".eventID",
            (Identity::Ready("stream"), Language::Python) => "[\"eventID\"]",
            (Identity::Ready("sns"), Language::JavaScript) => ".Sns.MessageId",
            (Identity::Ready("sns"), Language::Python) => "[\"Sns\"][\"MessageId\"]",
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_user_gives_is_a_name_or_an_expression() {
        let cases = [
            ("http", "identities.http", "identities.http"),
            ("event_bridge", "identities.eventBridge", "identities.event_bridge"),
            ("event.id", "(event) => event.id", "lambda event, context: event.id"),
            ("(e) => e.id", "(e) => e.id", "lambda event, context: (e) => e.id"),
            ("lambda e, c: e['id']", "(event) => lambda e, c: e['id']", "lambda e, c: e['id']"),
        ];
        for (given, javascript, python) in cases {
            let identity = Identity::given(given);
            assert_eq!(identity.text(Language::JavaScript), javascript);
            assert_eq!(identity.text(Language::Python), python);
        }
    }
}
