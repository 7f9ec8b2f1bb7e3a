from database import todos


def handler(event, context):
    result = todos.delete_many({"done": True})
    print(f"removed {result.deleted_count} todos")
