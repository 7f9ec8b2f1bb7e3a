class RowRef {
  constructor(file) {
    this.file = file;
    this.row = 0;
  }
  toString() {
    this.row += 1;
    return `${this.file}:${this.row}`;
  }
}

class ExportName {
  constructor(prefix) {
    this.prefix = prefix;
  }
  toString() {
    return `${this.prefix}/${process.hrtime.bigint()}.json`;
  }
}

module.exports = { RowRef, ExportName };
