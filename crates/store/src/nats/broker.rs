//! What there is in the server, under which names.

use std::{collections::BTreeSet, fmt::Display, str::FromStr, time::Duration};

use async_nats::{
    Client, ConnectOptions, ServerAddr,
    jetstream::{
        self, Context,
        consumer::{AckPolicy, PullConsumer, pull},
        kv,
        message::{Acker, PublishMessage},
        object_store::{self, ObjectStore},
        publish::PublishAck,
        stream::{self, DiscardPolicy, RetentionPolicy, Stream},
    },
};
use futures_util::{StreamExt, TryStreamExt};

use super::NatsSettings;
use crate::{Arrival, StoreError, Violation};

/// The last part of the subject of an event in its home: kept and translated, or checked too.
pub(super) const HOME: [&str; 2] = [".home", ".both"];
/// Of an event that is checked, and whose home is elsewhere.
const COPY: &str = ".copy";

/// How many partitions there are if nobody says.
const PARTITIONS: u16 = 8;
/// For so long the server recognises an event that is sent again. Later ones are recognised by
/// the monitor, or come too late for it.
const REMEMBERED: Duration = Duration::from_secs(600);
/// Who has not said for so long that it is alive is not.
pub(super) const LEASE: Duration = Duration::from_secs(3);
/// So many messages are on their way at a time.
const IN_FLIGHT: usize = 2000;
/// A notice that was taken and not delivered for so long is given to another worker.
const NOTICE_WAIT: Duration = Duration::from_secs(60);

/// A connection, and what is used through it.
pub(super) struct Broker {
    /// Its address, without a password.
    pub server: String,
    pub name: String,
    pub partitions: u16,
    client: Client,
    context: Context,
    pub log: Stream,
    notices: Stream,
    pub entries: kv::Store,
    pub segments: kv::Store,
    violations: kv::Store,
    pub workers: kv::Store,
    pub recordings: ObjectStore,
}

/// A message for the log.
pub(super) struct Copy {
    subject: String,
    id: String,
    text: Vec<u8>,
}

impl Broker {
    pub async fn connect(settings: &NatsSettings) -> Result<Broker, StoreError> {
        let (address, name) = split(&settings.address)?;
        let server = without_password(&address);
        let failed = |error: &dyn Display| StoreError::Engine {
            server: server.clone(),
            reason: error.to_string(),
        };
        let address = ServerAddr::from_str(&address).map_err(|error| failed(&error))?;
        let options = ConnectOptions::new()
            .name(format!("aplomb watch {name}"))
            .max_reconnects(None)
            .reconnect_delay_callback(|attempts| {
                Duration::from_millis(100 * attempts.clamp(1, 10) as u64)
            })
            .request_timeout(Some(Duration::from_secs(5)));
        let client = options.connect(address).await.map_err(|error| failed(&error))?;
        let context = jetstream::new(client.clone());
        let made = Maker { context: &context, name: &name, retention: settings.retention };
        let made = made.make().await;
        let (log, notices, buckets, recordings) = made.map_err(|error| failed(&error))?;
        let [entries, segments, violations, workers] = buckets;
        let mut broker = Broker {
            server,
            name,
            partitions: 0,
            client,
            context,
            log,
            notices,
            entries,
            segments,
            violations,
            workers,
            recordings,
        };
        broker.partitions = broker.agree(settings.partitions).await?;
        Ok(broker)
    }

    /// The number of partitions, which the first worker decides.
    async fn agree(&self, wanted: Option<u16>) -> Result<u16, StoreError> {
        const COUNT: &str = "count";
        let first = wanted.unwrap_or(PARTITIONS).max(1);
        // There is one already, most of the time.
        let _ = self.entries.create(COUNT, first.to_string().into()).await;
        let count = self.entries.get(COUNT).await.map_err(|error| self.failed(error))?;
        let count = count.and_then(|text| std::str::from_utf8(&text).ok()?.parse().ok());
        match count {
            Some(count) if wanted.is_none_or(|wanted| wanted == count) => Ok(count),
            Some(count) => Err(StoreError::Differs(format!(
                "{}/{} has {count} partitions, which does not change; leave out --partitions, or \
                 use another name",
                self.server, self.name
            ))),
            None => Err(self.failed("the number of partitions is damaged")),
        }
    }

    pub fn failed(&self, error: impl Display) -> StoreError {
        StoreError::Engine { server: self.server.clone(), reason: error.to_string() }
    }

    /// The longest event that fits into a message with its subject and its id.
    pub fn longest(&self) -> usize {
        self.client.server_info().max_payload.saturating_sub(8 << 10)
    }

    /// The subject of all events of a partition.
    pub fn subjects_of(&self, partition: u16) -> String {
        format!("aplomb.{}.{partition}.*", self.name)
    }

    /// The messages for an event: one for each partition that has to see it.
    pub fn copies(&self, arrival: &Arrival) -> Vec<Copy> {
        let route = &arrival.route;
        let id = arrival.id.as_deref().unwrap_or_default();
        let partitions: BTreeSet<u16> = route.concerned.iter().copied().chain(route.home).collect();
        let copy = |partition: u16| {
            let kind = match (route.home == Some(partition), route.concerned.contains(&partition)) {
                (true, false) => HOME[0],
                (true, true) => HOME[1],
                (false, _) => COPY,
            };
            Copy {
                subject: format!("aplomb.{}.{partition}{kind}", self.name),
                id: format!("{partition}:{id}"),
                text: arrival.text.to_vec(),
            }
        };
        partitions.into_iter().map(copy).collect()
    }

    /// Sends messages; returns when the server has them all.
    pub async fn publish(&self, copies: Vec<Copy>) -> Result<Vec<PublishAck>, StoreError> {
        let mut acks = Vec::with_capacity(copies.len());
        let mut copies = copies.into_iter().peekable();
        while copies.peek().is_some() {
            let mut sent = Vec::new();
            for Copy { subject, id, text } in copies.by_ref().take(IN_FLIGHT) {
                let message = PublishMessage::build().message_id(id).payload(text.into());
                let ack = self.context.send_publish(subject, message).await;
                sent.push(ack.map_err(|error| self.failed(error))?);
            }
            for ack in sent {
                acks.push(ack.await.map_err(|error| self.failed(error))?);
            }
        }
        Ok(acks)
    }

    /// Deletes the pieces of a segment, and leaves nothing in their place.
    pub async fn delete_segment(&self, name: &str) -> Result<(), StoreError> {
        let subject = format!("$KV.aplomb-{}-state.{name}.>", self.name);
        let purged = self.segments.stream.purge().filter(subject).await;
        purged.map(drop).map_err(|error| self.failed(error))
    }

    pub async fn violation(&self, id: &str) -> Result<Option<Violation>, StoreError> {
        // Nobody can ask for what has another form.
        if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Ok(None);
        }
        let value = self.violations.get(format!("violation.{id}")).await;
        let value = value.map_err(|error| self.failed(error))?;
        Ok(value.and_then(|value| {
            let (found, text) = value.split_first_chunk()?;
            let found = i64::from_be_bytes(*found);
            Some(Violation { id: id.to_owned(), found, text: text.to_vec() })
        }))
    }

    pub async fn keep_violation(&self, violation: &Violation) -> Result<(), StoreError> {
        let mut value = violation.found.to_be_bytes().to_vec();
        value.extend(&violation.text);
        let id = &violation.id;
        let kept = self.violations.put(format!("violation.{id}"), value.into()).await;
        kept.map_err(|error| self.failed(error))?;
        let found = format!("found.{}.{id}", sortable(violation.found));
        let kept = self.violations.put(found, Vec::new().into()).await;
        kept.map(drop).map_err(|error| self.failed(error))
    }

    /// The ids of violations, the latest first; those of one moment stay together.
    pub async fn violations_before(
        &self,
        before: i64,
        most: usize,
    ) -> Result<Vec<String>, StoreError> {
        let keys = self.violations.keys().await.map_err(|error| self.failed(error))?;
        let keys: Vec<String> = keys.try_collect().await.map_err(|error| self.failed(error))?;
        let limit = sortable(before);
        let found = |key: &String| {
            let (found, id) = key.strip_prefix("found.")?.split_once('.')?;
            (found < limit.as_str()).then(|| (found.to_owned(), id.to_owned()))
        };
        let mut ids: Vec<(String, String)> = keys.iter().filter_map(found).collect();
        ids.sort_unstable_by(|a, b| b.cmp(a));
        if let Some((moment, _)) = most.checked_sub(1).and_then(|last| ids.get(last)) {
            let end = ids.partition_point(|(found, _)| found >= moment);
            ids.truncate(end);
        }
        Ok(ids.into_iter().map(|(_, id)| id).collect())
    }

    /// Keeps a notice, once however often this is called with the same id.
    pub async fn keep_notice(&self, id: String, text: &[u8]) -> Result<(), StoreError> {
        let message = PublishMessage::build().message_id(id).payload(text.to_vec().into());
        let subject = format!("aplomb.{}.notices", self.name);
        let ack = self.context.send_publish(subject, message).await;
        let ack = ack.map_err(|error| self.failed(error))?.await;
        ack.map(drop).map_err(|error| self.failed(error))
    }

    /// Notices that nobody has taken, or that who took them did not deliver.
    pub async fn fetch_notices(
        &self,
        messenger: &mut Option<PullConsumer>,
        most: usize,
    ) -> Result<Vec<(u64, (Vec<u8>, Acker))>, StoreError> {
        let consumer = match messenger {
            Some(consumer) => consumer,
            None => {
                let config = pull::Config {
                    durable_name: Some("messenger".into()),
                    ack_policy: AckPolicy::Explicit,
                    ack_wait: NOTICE_WAIT,
                    ..pull::Config::default()
                };
                let made = self.notices.get_or_create_consumer("messenger", config).await;
                messenger.insert(made.map_err(|error| self.failed(error))?)
            }
        };
        let fetched = consumer.fetch().max_messages(most).messages().await;
        let mut fetched = fetched.map_err(|error| self.failed(error))?;
        let mut notices = Vec::new();
        while let Some(message) = fetched.next().await {
            let message = message.map_err(|error| self.failed(error))?;
            let number = message.info().map_err(|error| self.failed(error))?.stream_sequence;
            let (message, acker) = message.split();
            notices.push((number, (message.payload.to_vec(), acker)));
        }
        Ok(notices)
    }
}

/// Sorts as text as the numbers do, also below zero.
fn sortable(time: i64) -> String {
    format!("{:016x}", time.wrapping_sub(i64::MIN) as u64)
}

/// An address that can be shown to everybody.
fn without_password(address: &str) -> String {
    match (address.split_once("://"), address.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        _ => address.to_owned(),
    }
}

/// The server, and the name at the end of the address.
fn split(address: &str) -> Result<(String, String), StoreError> {
    let (scheme, rest) = address.split_once("://").unwrap_or(("nats", address));
    let (server, name) = rest.split_once('/').unwrap_or((rest, ""));
    let name = if name.is_empty() { "aplomb" } else { name };
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    if !name.bytes().all(plain) {
        return Err(StoreError::Differs(format!(
            "{address}: the name after the last / has letters, digits, - and _ only"
        )));
    }
    Ok((format!("{scheme}://{server}"), name.to_owned()))
}

/// Makes what is not there yet.
struct Maker<'a> {
    context: &'a Context,
    name: &'a str,
    retention: Option<Duration>,
}

type Made = (Stream, Stream, [kv::Store; 4], ObjectStore);

impl Maker<'_> {
    async fn make(&self) -> Result<Made, async_nats::Error> {
        let name = self.name;
        let retention = self.retention.unwrap_or_default();
        let log = self
            .stream(stream::Config {
                name: format!("aplomb-{name}"),
                subjects: vec![format!("aplomb.{name}.*.*")],
                max_age: retention,
                duplicate_window: match self.retention {
                    Some(retention) => REMEMBERED.min(retention),
                    None => REMEMBERED,
                },
                ..stream::Config::default()
            })
            .await?;
        let notices = self
            .stream(stream::Config {
                name: format!("aplomb-{name}-notices"),
                subjects: vec![format!("aplomb.{name}.notices")],
                retention: RetentionPolicy::WorkQueue,
                ..stream::Config::default()
            })
            .await?;
        let buckets = [
            self.bucket("partitions", Duration::ZERO).await?,
            self.bucket("state", Duration::ZERO).await?,
            self.bucket("violations", retention).await?,
            self.bucket("workers", LEASE).await?,
        ];
        let objects = format!("aplomb-{name}-recordings");
        let recordings = match self.context.get_object_store(&objects).await {
            Ok(store) => store,
            Err(_) => {
                let config = object_store::Config {
                    bucket: objects,
                    max_age: retention,
                    ..object_store::Config::default()
                };
                self.context.create_object_store(config).await?
            }
        };
        Ok((log, notices, buckets, recordings))
    }

    /// Whatever an operator has changed about it, replicas for example, is left alone.
    async fn stream(&self, config: stream::Config) -> Result<Stream, async_nats::Error> {
        match self.context.get_stream(&config.name).await {
            Ok(there) => self.keep_for(there, config.max_age).await,
            Err(_) => Ok(self.context.create_stream(config).await?),
        }
    }

    /// A bucket is a stream of a certain form. Made through the library it would need an answer
    /// that servers before 2.10 do not give.
    async fn bucket(&self, kind: &str, max_age: Duration) -> Result<kv::Store, async_nats::Error> {
        let bucket = format!("aplomb-{}-{kind}", self.name);
        self.stream(stream::Config {
            name: format!("KV_{bucket}"),
            subjects: vec![format!("$KV.{bucket}.>")],
            max_messages_per_subject: 1,
            max_age,
            discard: DiscardPolicy::New,
            allow_rollup: true,
            deny_delete: true,
            allow_direct: true,
            ..stream::Config::default()
        })
        .await?;
        Ok(self.context.get_key_value(bucket).await?)
    }

    /// Changes how long a stream keeps messages.
    async fn keep_for(
        &self,
        stream: Stream,
        max_age: Duration,
    ) -> Result<Stream, async_nats::Error> {
        let mut config = stream.cached_info().config.clone();
        if config.max_age != max_age {
            config.max_age = max_age;
            config.duplicate_window = match max_age {
                Duration::ZERO => REMEMBERED,
                max_age => REMEMBERED.min(max_age),
            };
            self.context.update_stream(&config).await?;
        }
        Ok(stream)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_server_and_a_name_and_its_password_is_not_shown() {
        let split = |address: &str| split(address).map_err(|error| error.to_string());
        let both = |server: &str, name: &str| Ok((server.to_owned(), name.to_owned()));
        assert_eq!(split("nats://host:4222/shop"), both("nats://host:4222", "shop"));
        assert_eq!(split("tls://host"), both("tls://host", "aplomb"));
        assert_eq!(split("host/"), both("nats://host", "aplomb"));
        assert!(split("nats://host/a b").is_err());
        assert_eq!(without_password("nats://ada:secret@host:1"), "nats://host:1");
        assert_eq!(without_password("nats://host:1"), "nats://host:1");
    }

    #[test]
    fn times_sort_as_text() {
        let times = [i64::MIN, -5, 0, 7, i64::MAX];
        assert!(times.map(sortable).is_sorted());
    }
}
