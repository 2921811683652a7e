import { expect, test } from 'vitest';
import { admitToMetrics } from './metrics-admission.ts';

const from = (remoteAddress: string | undefined, headers: Record<string, string> = {}) => ({ headers, socket: { remoteAddress } });
const TOKEN = 'sixteen letters!';

test('without a token, programs of this machine are admitted', () => {
  const admit = admitToMetrics(null);
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) expect(() => admit(from(address)), address).not.toThrow();
});

test('without a token, nobody else is, nor who comes through a proxy on this machine, whatever it says', () => {
  const admit = admitToMetrics(null);
  for (const address of ['192.0.2.1', '10.0.0.1', '2001:db8::1', '::ffff:192.0.2.1', '', undefined]) expect(() => admit(from(address)), address).toThrow(expect.objectContaining({ code: 'not-found' }));
  for (const header of ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']) expect(() => admit(from('127.0.0.1', { [header]: '127.0.0.1' })), header).toThrow(expect.objectContaining({ code: 'not-found' }));
});

test('with a token, who sends it is admitted from wherever, and this machine no more without', () => {
  const admit = admitToMetrics(TOKEN);
  expect(() => admit(from('192.0.2.1', { 'authorization': `Bearer ${TOKEN}`, 'x-forwarded-for': '192.0.2.2' }))).not.toThrow();
  for (const authorization of ['', TOKEN, 'Bearer ', `Bearer ${TOKEN}!`, `bearer ${TOKEN}`]) {
    expect(() => admit(from('127.0.0.1', { authorization })), authorization).toThrow(expect.objectContaining({ code: 'metrics-token-needed' }));
  }
  expect(() => admit(from('127.0.0.1'))).toThrow(expect.objectContaining({ code: 'metrics-token-needed' }));
});
