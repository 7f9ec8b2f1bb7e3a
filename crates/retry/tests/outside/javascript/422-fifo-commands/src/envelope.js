export class Envelope {
  #source;
  #index = 0;

  constructor({ awsRequestId, functionName }) {
    this.#source = { producer: functionName, trace: awsRequestId };
  }

  wrap(command) {
    const { producer, trace } = this.#source;
    return {
      id: `${trace}-${this.#index++}`,
      body: JSON.stringify({ producer, command }),
    };
  }
}
