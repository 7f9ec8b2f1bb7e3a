// Object-relational mappers, which are not supported: none of these is ever called safe or unsafe.

import { Sequelize, DataTypes } from "sequelize";
import { drizzle } from "drizzle-orm/node-postgres";
import { eq, sql } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { DataSource, EntitySchema } from "typeorm";
import { Model } from "objection";

const sequelize = new Sequelize(process.env.DATABASE_URL);
const User = sequelize.define("User", { name: DataTypes.STRING });

// unsafe: a second row
// today unknown
export const sequelizeCreate = async (event) => { await User.create({ name: event.name }); };

// safe: it only looks
// today unknown
export const sequelizeFind = async (event) => { await User.findOne({ where: { id: event.id } }); };

const people = pgTable("people", { id: text("id").primaryKey(), seen: integer("seen") });
const db = drizzle(process.env.DATABASE_URL);

// unsafe: counts again
// today unknown
export const drizzleCount = async (event) => {
  await db.update(people).set({ seen: sql`seen + 1` }).where(eq(people.id, event.id));
};

// unsafe: a second row
// today unknown
export const drizzleInsert = async (event) => { await db.insert(people).values({ id: crypto.randomUUID() }); };

const Note = new EntitySchema({ name: "Note", columns: { id: { type: Number, primary: true, generated: true } } });
const source = new DataSource({ type: "postgres", entities: [Note] });

// unsafe: a second row
// today unknown
export const typeormSave = async (event) => { await source.getRepository(Note).save({ text: event.text }); };

class Person extends Model {
  static tableName = "people";
}

// unsafe: a second row
// today unknown
export const objectionInsert = async (event) => { await Person.query().insert({ name: event.name }); };
