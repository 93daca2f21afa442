/**
 * A thousand signed-in accounts, each asking for positions, balances and open orders every two seconds, of one process of the sandbox; beside them
 * the same number of requests for a word. A request's time is from the moment at which it was due, so that an answer that is kept waiting by others counts.
 */
import { Agent, get } from 'node:http'
import { endpoints } from '../../src/contract/endpoints.ts'
import { startLegwork } from '../fixtures.ts'
import type { Bench } from './bench.ts'

const accounts = 1_000
const periodMs = 2_000
const seconds = 20
const warmUpSeconds = 4
const limitMs = 50
const resources = [endpoints.positions.path, endpoints.balances.path, endpoints.openOrders.path] as const
const signInsAtOnce = 16

async function tokenOf(url: string, account: string): Promise<string> {
  const init = { method: 'POST', body: JSON.stringify({ account }), headers: { 'content-type': 'application/json' } }
  return ((await (await fetch(`${url}/sandbox/session`, init)).json()) as { credentials_secret: string }).credentials_secret
}

async function signIn(url: string): Promise<readonly string[]> {
  const tokens: string[] = []
  for (let first = 0; first < accounts; first += signInsAtOnce) {
    const some = Array.from({ length: Math.min(signInsAtOnce, accounts - first) }, (_, index) => tokenOf(url, `poll-${first + index}`))
    tokens.push(...(await Promise.all(some)))
  }
  return tokens
}

/** Time until the whole answer is there, ms; throws where it is not one. */
const askOnce = (agent: Agent, url: string, token: string, dueMs: number): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers: { credentials_secret: token } }, answer => {
      answer.resume()
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve(performance.now() - dueMs)
        else reject(new Error(`${url} answered ${answer.statusCode}`))
      })
    }).once('error', reject)
  })

/** Every account asks at its own moment of the period, as polls of many pages do. */
async function pollAll(url: string, tokens: readonly string[], paths: readonly string[]): Promise<Float64Array> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const asked: Promise<number>[] = []
  const begun = performance.now()
  const requests = tokens.length * paths.length
  const everyMs = periodMs / requests
  const total = Math.floor(((seconds + warmUpSeconds) * 1_000) / everyMs)
  for (let index = 0; index < total; index += 1) {
    const dueMs = begun + index * everyMs
    if (dueMs > performance.now()) await new Promise(resolve => setTimeout(resolve, dueMs - performance.now()))
    const number = index % requests
    const token = tokens[number % tokens.length] ?? ''
    asked.push(askOnce(agent, url + (paths[Math.floor(number / tokens.length)] ?? ''), token, dueMs))
  }
  const times = await Promise.all(asked)
  agent.destroy()
  return Float64Array.from(times.slice(Math.floor((warmUpSeconds * 1_000) / everyMs))).sort()
}

const p99 = (sorted: Float64Array): number => sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN

export const bench: Bench = {
  name: 'accounts',
  about: 'a thousand accounts that poll one sandbox',
  run: async say => {
    const server = await startLegwork({ SANDBOX_REQUESTS_PER_SECOND: '1000000' })
    try {
      say(`${accounts.toLocaleString('en')} accounts sign in`)
      const tokens = await signIn(server.url)
      say(`${seconds} s of ${Math.round((accounts * resources.length * 1_000) / periodMs).toLocaleString('en')} requests a second`)
      const floor = await pollAll(server.url, tokens, ['/healthz', '/healthz', '/healthz'])
      const measured = await pollAll(server.url, tokens, resources)
      return [
        { name: 'accounts polling: p99', size: accounts, unit: 'ms', floor: p99(floor), measured: p99(measured), goal: { limit: limitMs } },
      ]
    } finally {
      await server.stop()
    }
  },
}
