import { Collection, MongoClient, ObjectId } from "mongodb";

export interface User {
  name: string;
  email: string;
}

export class UserRepository {
  private constructor(private readonly users: Collection<User>) {}

  private static instance?: UserRepository;

  static async open(): Promise<UserRepository> {
    if (!UserRepository.instance) {
      const client = await MongoClient.connect(process.env.MONGODB_URI!);
      UserRepository.instance = new UserRepository(client.db("app").collection<User>("users"));
    }
    return UserRepository.instance;
  }

  async create(user: User): Promise<string> {
    const { insertedId } = await this.users.insertOne(user);
    return insertedId.toHexString();
  }

  find(id: string) {
    return this.users.findOne({ _id: new ObjectId(id) });
  }

  async rename(id: string, name: string): Promise<void> {
    await this.users.updateOne({ _id: new ObjectId(id) }, { $set: { name } });
  }

  async remove(id: string): Promise<boolean> {
    const { deletedCount } = await this.users.deleteOne({ _id: new ObjectId(id) });
    return deletedCount === 1;
  }
}
