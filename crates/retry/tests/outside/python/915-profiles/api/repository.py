import boto3


class ProfileRepository:
    def __init__(self):
        self.table = boto3.resource("dynamodb").Table("profiles")

    def save(self, user_id, profile):
        self.table.put_item(
            Item={
                "user_id": user_id,
                "name": profile.name,
                "city": profile.city,
                "newsletter": profile.newsletter,
            }
        )

    def find(self, user_id):
        return self.table.get_item(Key={"user_id": user_id}).get("Item")
