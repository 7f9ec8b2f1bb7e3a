import "reflect-metadata";
import type { SQSEvent } from "aws-lambda";
import { Column, DataSource, Entity, PrimaryColumn } from "typeorm";

@Entity()
export class Profile {
  @PrimaryColumn()
  id!: string;

  @Column()
  name!: string;
}

const source = new DataSource({
  type: "postgres",
  url: process.env.DATABASE_URL,
  entities: [Profile],
});

export const saveProfile = async (event: SQSEvent) => {
  if (!source.isInitialized) await source.initialize();
  const profiles = source.getRepository(Profile);
  for (const record of event.Records) {
    const { id, name } = JSON.parse(record.body);
    await profiles.save({ id, name });
  }
};
