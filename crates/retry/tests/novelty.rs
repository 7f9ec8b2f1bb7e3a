//! Packages that compute, and give something new for all that: by a word, by what is left
//! out, by a function that they are given, by the time in what they make. Each expression is
//! the key of an item that is put.

use aplomb_retry::{Options, discover, load};

const JAVASCRIPT: &str = r#"
const { DynamoDB } = require("aws-sdk");
const db = new DynamoDB.DocumentClient();
const _ = require("lodash");
const fp = require("lodash/fp");
const R = require("ramda");
const moment = require("moment");
const dayjs = require("dayjs");
const Joi = require("joi");
const { z } = require("zod");
const { v4 } = require("uuid");
const { DateTime } = require("luxon");
const { CloudEvent } = require("cloudevents");
const { ObjectId } = require("mongodb");
const ejs = require("ejs");
const pug = require("pug");
const nunjucks = require("nunjucks");
const PDF = require("pdfkit");
const Excel = require("exceljs");
const Zip = require("adm-zip");
const isAfter = require("validator/lib/isAfter");
const zones = require("moment-timezone");
const { getTimezoneOffset } = require("date-fns-tz");
const { performance } = require("perf_hooks");

exports.handler = async (event) => {
  const zip = () => { const z = new Zip(); z.addFile("a", Buffer.from(event.v)); return z; };
  await db.put({ TableName: "t", Item: { id: EXPRESSION } }).promise();
};
"#;

const PYTHON: &str = r#"
import base64, gc, gzip, io, platform, random, shutil, tarfile, uuid, datetime
import collections, functools, itertools, pickle
import arrow, boto3, docx, jinja2, openpyxl
import numpy as np
import pandas as pd
from bson import ObjectId
from cryptography import x509
from cryptography.fernet import Fernet
from dateutil import tz
from dateutil.parser import parser
from email.mime.multipart import MIMEMultipart
from marshmallow import Schema, fields
from scipy import optimize, stats
from sklearn.feature_selection import mutual_info_classif
from sklearn.model_selection import train_test_split
from sklearn.cluster import KMeans
from ulid import ULID

table = boto3.resource("dynamodb").Table("t")

def schema(**fields):
    return Schema.from_dict(fields)()

def zipped(**more):
    buffer = io.BytesIO()
    with gzip.GzipFile(fileobj=buffer, mode="wb", **more) as file:
        file.write(b"x")
    return base64.b64encode(buffer.getvalue()).decode()

def opened():
    buffer = io.BytesIO()
    with gzip.open(buffer, "wb") as file:
        file.write(b"x")
    return base64.b64encode(buffer.getvalue()).decode()

def packed():
    buffer = io.BytesIO()
    with open("/tmp/a", "w") as file:
        file.write("x")
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        archive.add("/tmp/a")
    return base64.b64encode(buffer.getvalue()).decode()

def saved(document):
    buffer = io.BytesIO()
    document.save(buffer)
    return base64.b64encode(buffer.getvalue()).decode()

def handler(event, context):
    table.put_item(Item={"id": EXPRESSION})
"#;

fn verdict(file: &str, source: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(file), source).unwrap();
    let description = "service: app\nprovider: { name: aws }\n\
                       functions: { f: { handler: app.handler } }\n";
    std::fs::write(folder.path().join("serverless.yml"), description).unwrap();
    let application = discover(folder.path()).unwrap().remove(0);
    let mut loaded = load(&application);
    loaded.check(0, Options { exhaustive: false, ..Options::default() }).row.verdict.to_string()
}

fn wrong(file: &str, template: &str, expressions: &[&str], is_safe: bool) -> Vec<String> {
    let verdicts = expressions
        .iter()
        .map(|expression| (expression, verdict(file, &template.replace("EXPRESSION", expression))));
    let is_wrong = |found: &str| (found == "safe") != is_safe;
    let wrong = verdicts.filter(|(_, found)| is_wrong(found));
    wrong.map(|(expression, found)| format!("{expression}: {found}")).collect()
}

#[test]
fn new_in_javascript() {
    let new = [
        r#"DateTime.local({ zone: "Europe/Paris" }).toISO()"#,
        r#"DateTime.utc({ locale: "fr" }).toMillis()"#,
        "DateTime.fromObject({ hour: 3 }).toISODate()",
        r#"moment("2030-01-01").isBefore() ? "a" : "b""#,
        "String(moment(event.at).isAfter())",
        "moment(event.at).diff()",
        "moment(undefined).toISOString()",
        "moment([]).toISOString()",
        "moment({}).toISOString()",
        "moment({ hour: 15 }).toISOString()",
        "moment.utc(undefined).format()",
        "dayjs(undefined).format()",
        "dayjs(event.at).diff()",
        "dayjs({ hour: 1 }).format()",
        r#"new CloudEvent({ type: "t", source: "s", data: event }).id"#,
        "z.object({ id: z.string().default(v4) }).parse(event).id",
        "Joi.object({ at: Joi.date().default(Date.now) }).validate(event).value.at",
        r#"String(!!Joi.date().greater("now").validate(event.at).error)"#,
        "zip().toBuffer().toString('base64')",
        "(() => { const b = new Excel.Workbook(); return b.xlsx.writeBuffer(); })()",
        "new PDF().info.CreationDate.toISOString()",
        "new ObjectId(5).toHexString()",
        "_(event.l).shuffle().head()",
        "_.chain(event.l).sample().value()",
        "_.times(3, _.random).join()",
        "fp.shuffle(event.l)[0]",
        "_.attempt(Math.random)",
        r#"_.invoke({ f: Math.random }, "f")"#,
        "R.times(Math.random, 2).join()",
        "R.call(Date.now)",
        r#"_.template("<%= Date.now() %>")({})"#,
        r#"ejs.render("<%= Date.now() %>", {})"#,
        r#"pug.render("p= Date.now()")"#,
        r#"nunjucks.renderString("{{ [1, 2, 3] | random }}", {})"#,
        "String(isAfter(event.d))",
        r#"zones.tz(event.at, "UTC").fromNow()"#,
        "moment.unix(event.at).calendar()",
        "String(moment.unix(event.at).isBefore())",
        "String(moment(event.at).isBetween(event.before))",
        "moment(event.at).from()",
        "moment.max().format()",
        "dayjs.utc(event.at).fromNow()",
        "dayjs(event.at).calendar()",
        r#"String(getTimezoneOffset("Europe/Paris"))"#,
        "String(performance.timeOrigin)",
        "URL.createObjectURL(event.blob)",
        "require('os').release()",
        "(() => { const o = {}; _.assign(o, { id: v4() }); return o.id; })()",
        "(() => { const o = {}; _.defaults(o, { id: v4() }, event); return o.id; })()",
        r#"(() => { const o = {}; _.set(o, "id", v4()); return o.id; })()"#,
    ];
    let wrong = wrong("app.js", JAVASCRIPT, &new, false);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_same_in_javascript() {
    let same = [
        r#"String(moment(event.at).isBefore("2030-01-01"))"#,
        "moment(event.at).diff(event.before)",
        "moment({ year: 2020, hour: 3 }).toISOString()",
        r#"DateTime.local(2017, 3, 12).toISO()"#,
        "new ObjectId(event.id).toHexString()",
        r#"_.map(event.l, "a").join()"#,
        "_.assign({}, event.a, { id: event.id }).id",
        r#"(() => { const o = {}; _.set(o, "id", event.id); return o.id; })()"#,
        "String(moment(event.at).isBetween(event.before, event.after))",
        "moment(event.at).from(event.before)",
        "moment.max(moment(event.at), moment(event.before)).format()",
        r#"ejs.render("<%= name %>", { name: event.name })"#,
        "z.object({ id: z.string().default('none') }).parse(event).id",
    ];
    let wrong = wrong("app.js", JAVASCRIPT, &same, true);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn new_in_python() {
    let new = [
        r#"str(np.datetime64("now"))"#,
        "int(np.empty(1)[0])",
        "float(np.random.default_rng(None).random())",
        r#"str(pd.Timestamp("now"))"#,
        r#"str(pd.to_datetime("today"))"#,
        r#"str(pd.to_datetime("10:00"))"#,
        r#"pd.DataFrame(event["rows"]).sample(n=1).to_json()"#,
        r#"train_test_split(event["rows"])[0][0]"#,
        r#"str(KMeans(3).fit_predict(event["rows"]))"#,
        "float(stats.norm.rvs())",
        "zipped()",
        "opened()",
        "packed()",
        "saved(openpyxl.Workbook())",
        "saved(docx.Document())",
        r#"str(schema(id=fields.UUID(load_default=uuid.uuid4)).load(event)["id"])"#,
        "arrow.get(tz.tzutc()).isoformat()",
        r#"jinja2.Template("{{ now() }}").render(now=datetime.datetime.utcnow)"#,
        r#"jinja2.Template("{{ [1, 2] | random }}").render()"#,
        "str(x509.random_serial_number())",
        "MIMEMultipart().as_string()",
        r#"parser().parse("10:00").isoformat()"#,
        "str(ULID())",
        "str(ObjectId(None))",
        r#"str(pd.Period.now("D"))"#,
        "str(np.ndarray((2,)))",
        r#"str(optimize.differential_evolution(event["f"], [(0, 1)]).x)"#,
        r#"str(stats.gaussian_kde(event["rows"]).resample(1))"#,
        r#"str(mutual_info_classif(event["x"], event["y"]))"#,
        r#"Fernet(event["k"]).encrypt_at_time(b"x", 5).decode()"#,
        "str(random.Random(None).random())",
        "str(gc.collect())",
        r#"str(shutil.disk_usage("/").free)"#,
        "platform.release()",
        // The order of a set.
        r#"str(pickle.dumps(set(event["l"])))"#,
        r#"max(set(event["l"]), key=len)"#,
        r#"repr(set(event["l"]))"#,
        r#"collections.deque(set(event["l"]))[0]"#,
        r#"list(itertools.islice(set(event["l"]), 1))[0]"#,
        r#"functools.reduce(lambda a, b: a + b, set(event["l"]))"#,
    ];
    let wrong = wrong("app.py", PYTHON, &new, false);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_same_in_python() {
    let same = [
        r#"pd.DataFrame(event["rows"]).sample(n=1, random_state=7).to_json()"#,
        r#"str(KMeans(3, random_state=0).fit_predict(event["rows"]))"#,
        r#"str(pd.to_datetime(event["at"]))"#,
        r#"str(pd.to_datetime("2020-01-01"))"#,
        r#"jinja2.Template("{{ name }}").render(name=event["name"])"#,
        r#"str(ObjectId(event["id"]))"#,
        r#"str(random.Random(7).random())"#,
        r#"max(set(event["l"]))"#,
        r#"str(optimize.differential_evolution(event["f"], [(0, 1)], seed=7).x)"#,
    ];
    let wrong = wrong("app.py", PYTHON, &same, true);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
