export function createTrace({ awsRequestId, functionName }) {
  const correlation = { source: functionName, invocation: awsRequestId };
  return {
    correlation,
    next: (index) => ({ entryId: `${correlation.invocation}/${String(index).padStart(3, "0")}`, source: correlation.source }),
  };
}
