# A contact is saved with REPLACE INTO, which deletes the row first, and its phones go by ON DELETE CASCADE.
# mysql:read-committed ✗ serially: REPLACE deletes contact 1, so phone 10 is gone
# mysql:repeatable-read ✗ serially
# mysql:serializable ✗ serially
import pymysql

from aplomb.consistency import concurrently, integer, invariant, table

contacts = table("contacts", {"city": 0}, rows={1: {"city": 3}})
phones = table("phones", {"contact": 0, "number": 0}, rows={10: {"contact": 1, "number": 111}})


def save_contact(contact: int, city: int) -> None:
    conn = pymysql.connect(host="localhost", user="crm", database="crm")
    try:
        with conn.cursor() as cur:
            cur.execute("REPLACE INTO contacts (id, city) VALUES (%s, %s)", (contact, city))
        conn.commit()
    finally:
        conn.close()


def change_number(phone: int, number: int) -> None:
    conn = pymysql.connect(host="localhost", user="crm", database="crm")
    try:
        with conn.cursor() as cur:
            cur.execute("UPDATE phones SET number = %s WHERE id = %s", (number, phone))
        conn.commit()
    finally:
        conn.close()


@invariant
def the_contact_is_there() -> bool:
    return contacts.read(1) is not None


@invariant
def the_phone_is_kept() -> bool:
    return phones.read(10) is not None


concurrently(
    lambda: save_contact(1, integer("city", 4)),
    lambda: change_number(10, integer("number", 222)),
)
