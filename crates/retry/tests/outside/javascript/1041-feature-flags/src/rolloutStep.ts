import { load, store } from './flags';

export const handler = async ({ flag: name, step }: { flag: string; step: number }) => {
  const flag = await load(name);
  if (!flag || !flag.enabled || flag.percentage >= 100) return;
  await store({ ...flag, percentage: Math.min(100, flag.percentage + step) });
};
