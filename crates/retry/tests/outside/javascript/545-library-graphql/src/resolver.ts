import type { AppSyncResolverEvent } from "aws-lambda";
import { add, byAuthor, find } from "./books";

export const handler = async (event: AppSyncResolverEvent<any>) => {
  const { fieldName } = event.info;
  switch (fieldName) {
    case "book":
      return find(event.arguments.isbn);
    case "booksBy":
      return byAuthor(event.arguments.author);
    case "addBook":
      return add(event.arguments.input);
    default:
      throw new Error(`unknown field ${fieldName}`);
  }
};
