/**
 * A recorder killed while sending alerts: its successor sends the rest, and repeats the one in flight with the same id.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { dec, sum } from '../../core/domain/decimal.ts'
import type { z } from '../../core/domain/zod.ts'
import { recorderCalls } from '../../core/history/recorder-interface.ts'
import { deliveryIdOf } from '../../recorder/alerts/alert-message.ts'
import type { AlertBody } from '../../recorder/alerts/send-alert.ts'
import { type Received, startWebhook } from './alert-receivers.ts'
import { ask, run, type Running, runVenue, settingsOn, startMs, untilReported } from './recorder-processes.ts'
import { firmAtMarket } from '../order.fixture.ts'

const bodyOf = (received: Received): AlertBody => JSON.parse(received.body) as AlertBody

const quantities = ['0.01', '0.02', '0.03', '0.04', '0.05', '0.06'] as const

function boughtIn(received: readonly Received[]): string {
  const titles = new Map(received.map(bodyOf).map(({ id, title }) => [id, title]))
  return sum([...titles.values()].map(title => dec(/^Bought ([\d.]+) /.exec(title)?.[1] ?? '0')))
}

/** `folder`: from `prepareRecorders`; `place`: the settings for the history's location. */
export async function killWhileSending(folder: string, place: Readonly<Record<string, string>>): Promise<void> {
  let atThird = (): void => undefined
  const receiver = await startWebhook((_, count) => {
    // Killed before it receives the answer, so it cannot know that this alert arrived.
    if (count === 3) atThird()
    return { status: 204 }
  })
  try {
    const venue = await runVenue()
    const env = {
      ...place,
      ...settingsOn(venue),
      LEGWORK_RECORDER: alertingFile(folder, receiver.url),
      RECORDER_PORT: '0',
    }
    const writing = await run(['--recorder'], env)
    await buy(venue, 't0', quantities[0])
    await untilReported(writing.url, () => 't0', startMs)
    const waiting = await run(['--recorder'], env)
    let killing: Promise<void> | undefined
    atThird = () => {
      killing = writing.kill()
    }
    for (const [index, quantity] of quantities.entries()) if (index > 0) await buy(venue, `t${index}`, quantity)
    await expect.poll(() => killing !== undefined, { timeout: startMs }).toBe(true)
    await killing
    const [told] = receiver.received.slice(2)
    let sent: Deliveries | undefined
    const settled = async () => {
      sent = await deliveriesIn(waiting)
      return { states: sent?.map(each => each.state), bought: boughtIn(receiver.received) }
    }
    const allDelivered = { states: quantities.map(() => 'delivered'), bought: sum(quantities.map(dec)) }
    // A few times a second: above that the recorder rate-limits.
    await expect.poll(settled, { timeout: startMs, interval: 300 }).toEqual(allDelivered)
    const arrived = receiver.received.map(each => bodyOf(each).id)
    const wanted = sent?.map(each => deliveryIdOf(bodyOf(told as Received).venue, 'desk', each.id, 'hook'))
    expect([...new Set(arrived)].toSorted()).toEqual(wanted?.toSorted())
    // Only the alert in flight is sent twice.
    const twice = arrived.filter((id, index) => arrived.indexOf(id) !== index)
    expect(twice).toEqual([bodyOf(told as Received).id])
    for (const each of [waiting, venue]) await each.kill()
  } finally {
    await receiver.stop()
  }
}

function alertingFile(folder: string, url: string): string {
  writeFileSync(join(folder, 'hook.secret'), 's'.repeat(32), { mode: 0o600 })
  const account = {
    account: 'desk',
    apiKey: 'desk-key',
    privateKey: 'desk.pem',
    alerts: { to: ['hook'], events: ['fill'] },
  }
  const destinations = [{ kind: 'webhook', name: 'hook', url, secretFile: 'hook.secret' }]
  const file = join(folder, 'alerting.json')
  writeFileSync(file, JSON.stringify({ accounts: [account], destinations, pollSeconds: 0.5 }))
  return file
}

async function buy(venue: Running, client_order_id: string, quantity: string): Promise<void> {
  const order = {
    symbol: 'BTC-USD-PERPETUAL',
    ...firmAtMarket,
    side: 'buy',
    quantity,
    client_order_id,
  }
  const { json } = await ask(venue.url, '/v1/api/order', { new_order: order })
  expect(JSON.stringify(json)).toContain('order_accepted')
}

type Deliveries = z.output<typeof recorderCalls.alerts.answer>['sent']

async function deliveriesIn(recorder: Running): Promise<Deliveries | undefined> {
  const { status, json } = await ask(recorder.url, '/recorder/v1/alerts?account=desk')
  return status === 200 ? recorderCalls.alerts.answer.parse(json).sent : undefined
}
