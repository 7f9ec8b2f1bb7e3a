import got from 'got';

export const handler = async ({ detail }: { detail: { name: string; status: string } }) => {
  await got.post(process.env.HOOK!, {
    json: { exportId: detail.name, status: detail.status.toLowerCase() },
    retry: { limit: 2 },
    timeout: { request: 5000 },
  });
};
