"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
class Store {
    constructor(db) {
        this.db = db;
    }
    async save(id, value) {
        await this.db.put({ TableName: "orders", Item: { id, value } });
    }
    async count(id) {
        await this.db.update({
            TableName: "orders",
            Key: { id },
            UpdateExpression: "ADD n :one",
            ExpressionAttributeValues: { ":one": 1 },
        });
    }
}
exports.default = Store;
