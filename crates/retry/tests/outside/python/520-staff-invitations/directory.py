import boto3


class AlreadyInvited(Exception):
    pass


class Directory:
    def __init__(self, pool_id: str):
        self.pool_id = pool_id
        self.client = boto3.client("cognito-idp")

    def invite(self, email: str, group: str) -> None:
        try:
            self.client.admin_create_user(
                UserPoolId=self.pool_id,
                Username=email,
                UserAttributes=[
                    {"Name": "email", "Value": email},
                    {"Name": "email_verified", "Value": "true"},
                ],
                DesiredDeliveryMediums=["EMAIL"],
            )
        except self.client.exceptions.UsernameExistsException:
            raise AlreadyInvited(email)
        self.client.admin_add_user_to_group(
            UserPoolId=self.pool_id, Username=email, GroupName=group
        )
