/**
 * A recorder process for an account with 50 fills a second: its connection breaks, it is killed, another takes over,
 * and each fill is stored once.
 */
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { add, dec } from '../../core/domain/decimal.ts'
import { ask, rowsOf, run, type Running, runVenue, settingsOn, startMs } from './recorder-processes.ts'
import { firmAtMarket } from '../order.fixture.ts'

const perSecond = 50
const quantity = dec('0.001')

async function breakableLine(venue: Running): Promise<Running & { cut(ms: number): Promise<void> }> {
  const { port, hostname } = new URL(venue.url)
  const open = new Set<Socket>()
  let isCut = false
  const server: Server = createServer(near => {
    const far = connect(Number.parseInt(port, 10), hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
    if (isCut) near.destroy()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('The line has no port.')
  const cutOff = (): void => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${at.port}`,
    async cut(ms) {
      isCut = true
      cutOff()
      await wait(ms)
      isCut = false
    },
    async kill() {
      cutOff()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** Limit of orders in flight: a slow machine sends later, not more at a time. */
const mostAtOnce = 32

async function tradeSteadily(venue: string, count: number): Promise<readonly string[]> {
  const began = performance.now()
  const ids = Array.from({ length: count }, (_, index) => `t${index}`)
  let next = 0
  const send = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      await wait(Math.max(0, began + (index * 1_000) / perSecond - performance.now()))
      const side = index % 2 === 0 ? 'buy' : 'sell'
      const order = {
        symbol: 'BTC-USD-PERPETUAL',
        ...firmAtMarket,
        quantity,
        side,
      }
      const new_order = { ...order, client_order_id: ids[index] }
      while (!JSON.stringify((await ask(venue, '/v1/api/order', { new_order })).json ?? '').includes('order_accepted'))
        await wait(100)
    }
  }
  await Promise.all(Array.from({ length: mostAtOnce }, send))
  say(`${count} orders in ${Math.round((performance.now() - began) / 1_000)} s`)
  return ids
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function metricsOf(recorder: string): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${recorder}/metrics`)).text()
  return new Map(
    [...text.matchAll(/^legwork_recorder_(\w+) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]),
  )
}

const readiness = async ({ url }: Running): Promise<number> => (await fetch(`${url}/readyz`)).status

async function report(when: string, recorder: Running): Promise<void> {
  const metrics = await metricsOf(recorder.url)
  const figures = ['fills_behind_seconds', 'lost_observations_total', 'lag_seconds'].map(
    name => `${name} ${metrics.get(name) ?? '–'}`,
  )
  say(`${when}: ${figures.join(', ')}, ready ${await readiness(recorder)}`)
}

export async function breakAndKill(place: Readonly<Record<string, string>>, seconds: number): Promise<void> {
  const venue = await runVenue()
  const line = await breakableLine(venue)
  const begin = (): Promise<Running> => run(['--recorder'], { ...place, ...settingsOn(line), RECORDER_PORT: '0' })
  const untilReady = (recorder: Running) =>
    expect.poll(() => readiness(recorder), { timeout: startMs, interval: 300 }).toBe(200)
  let recorder = await begin()
  await untilReady(recorder)
  const trading = tradeSteadily(venue.url, seconds * perSecond)
  await wait(seconds * 300)
  await line.cut(seconds * 50)
  await report('At the end of the break', recorder)
  await wait(seconds * 250)
  await recorder.kill()
  await wait(seconds * 100)
  recorder = await begin()
  await report('Started again', recorder)
  const taken = await trading
  await untilReady(recorder)
  let stored: Awaited<ReturnType<typeof rowsOf>> = []
  const read = async (): Promise<number> => (stored = await rowsOf(recorder.url, 'execution')).length
  await expect.poll(read, { timeout: startMs, interval: 3_000 }).toBeGreaterThanOrEqual(taken.length)
  expect(new Set(stored.map(row => row.trade_id)).size).toBe(stored.length)
  const filled = new Map<string, ReturnType<typeof dec>>()
  for (const { client_order_id = '', quantity: size = dec('0') } of stored)
    filled.set(client_order_id, add(filled.get(client_order_id) ?? dec('0'), size))
  expect([...filled].filter(([, size]) => size !== quantity)).toEqual([])
  expect([...filled.keys()].toSorted()).toEqual(taken.toSorted())
  const figures = ['fills_behind_seconds', 'lost_observations_total', 'errors_total', 'accounts_written']
  const metrics = async () => {
    const values = await metricsOf(recorder.url)
    return figures.map(name => values.get(name))
  }
  await expect.poll(metrics, { timeout: startMs, interval: 300 }).toEqual([0, 0, 0, 1])
  await untilReady(recorder)
  await report(`${stored.length} rows of ${filled.size} orders, each once`, recorder)
  for (const each of [recorder, line, venue]) await each.kill()
}
