/**
 * Fuzzes the whole server with cases of `fuzz-cases.ts`: the sandbox with control desk and socket, behind a second
 * server in venue mode. No answer may be 500, no guard may catch an error, and valid requests must be answered after
 * each batch.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { createServerApp } from '../../server/http/app.ts'
import { openFeedPass } from '../../server/http/feed-pass.ts'
import { openFeedEntry } from '../../server/http/feed-socket.ts'
import { connectionOf, listen } from '../../server/http/listen.ts'
import { mountSandbox } from '../../server/http/mount-sandbox.ts'
import { venueProxy } from '../../server/http/proxy.ts'
import { staticFiles } from '../../server/http/static.ts'
import { type FuzzCase, fuzzCase } from './fuzz-cases.ts'

export interface FuzzOptions {
  readonly cases: number
  readonly from: number
  /** Called after each batch with cases done and memory used, bytes. */
  onBatch?(done: number, rss: number): void
}

export interface FuzzResult {
  readonly counts: ReadonlyMap<string, number>
  /** Includes the seed if one case is to blame. */
  readonly problems: readonly string[]
}

/** Small, because a case's settings at the control desk affect the others until the batch ends. */
const batchSize = 50
const atOnce = 24
/** An answer may never come if the client announced more bytes than it sent. */
const patienceMs = 400

interface Target {
  readonly name: string
  readonly port: number
}

export async function runFuzz({ cases, from, onBatch }: FuzzOptions): Promise<FuzzResult> {
  const counts = new Map<string, number>()
  const problems: string[] = []
  const server = await startServers(message => problems.push(message))
  const caught = watchErrors(line => problems.push(line))
  try {
    for (let done = 0; done < cases; done += batchSize) {
      const token = await signIn(server.sandbox.port, 'fuzz')
      const seeds = Array.from({ length: Math.min(batchSize, cases - done) }, (_, index) => from + done + index)
      await inTurn(seeds, async seed => {
        const target = seed % 4 === 0 ? server.front : server.sandbox
        const outcome = await perform(target, fuzzCase(seed, token))
        const key = `${target.name} ${outcome}`
        counts.set(key, (counts.get(key) ?? 0) + 1)
        if (outcome.endsWith(' 500')) problems.push(`seed ${seed}: ${key}`)
      })
      problems.push(...(await goodRequests(server)))
      onBatch?.(done + seeds.length, process.memoryUsage.rss())
    }
  } finally {
    caught()
    await server.end()
  }
  return { counts, problems }
}

async function inTurn(seeds: readonly number[], run: (seed: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    for (;;) {
      const seed = seeds[next]
      next += 1
      if (seed === undefined) return
      await run(seed)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

function watchErrors(report: (line: string) => void): () => void {
  const write = process.stderr.write.bind(process.stderr)
  const stray = (error: unknown): void => report(`uncaught: ${String(error)}`)
  process.stderr.write = (chunk: string | Uint8Array) => {
    if (/ failed: /.test(String(chunk))) report(`caught: ${String(chunk).slice(0, 600)}`)
    else write(chunk)
    return true
  }
  process.on('uncaughtException', stray)
  return () => {
    process.stderr.write = write
    process.off('uncaughtException', stray)
  }
}

interface Servers {
  readonly sandbox: Target
  readonly front: Target
  end(): Promise<void>
}

async function startServers(report: (message: string) => void): Promise<Servers> {
  const folder = mkdtempSync(join(tmpdir(), 'legwork-fuzz-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html></head>')
  const settings = {
    seed: 'fuzz',
    market: 'frozen',
    instruments: 300,
    profile: 'extended',
    data: join(folder, 'data'),
    control: true,
  } as const
  const sandbox = await mountSandbox({ ...settings, requestsPerSecond: 100_000 }, { connectionOf, onFailure: report })
  if (sandbox.feed === undefined) throw new Error('the extended profile has a feed')
  const app = createServerApp({
    files: staticFiles(folder, 'sandbox', { feed: 'socket' }),
    exchange: sandbox,
    allowedHosts: [],
  })
  const back = await listen({ fetch: app.fetch, port: 0, tries: 0 })
  const entry = openFeedEntry(back.server, sandbox.feed, { allowedHosts: [], venueKey: 'sandbox' })
  const venue = venueProxy({ exchangeUrl: new URL(`http://127.0.0.1:${back.port}`), marketSummaryUrl: undefined })
  const files = staticFiles(folder, 'venue.example', { feed: 'socket' })
  const front = await listen({
    fetch: createServerApp({ files, exchange: venue, allowedHosts: [] }).fetch,
    port: 0,
    tries: 0,
  })
  const pass = openFeedPass(front.server, new URL(`ws://127.0.0.1:${back.port}/v1/feed`), {
    allowedHosts: [],
    venueKey: 'sandbox',
  })
  return {
    sandbox: { name: 'sandbox', port: back.port },
    front: { name: 'front', port: front.port },
    async end() {
      pass.close()
      entry.close()
      await front.close(100)
      await back.close(100)
      sandbox.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function signIn(port: number, account: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/sandbox/session`, {
    method: 'POST',
    body: JSON.stringify({ account }),
    headers: { 'content-type': 'application/json' },
  })
  const { credentials_secret } = (await answer.json()) as { readonly credentials_secret: string }
  return credentials_secret
}

async function goodRequests({ sandbox, front }: Servers): Promise<string[]> {
  const control = `http://127.0.0.1:${sandbox.port}/sandbox/control`
  await fetch(`${control}/faults/clear`, { method: 'POST' })
  await fetch(`${control}/unfreeze`, { method: 'POST' })
  const token = await signIn(sandbox.port, 'good')
  const wrong: string[] = []
  for (const { name, port } of [sandbox, front]) {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/api/balances`, { headers: { credentials_secret: token } })
    if (answer.status !== 200 || !(await answer.text()).includes('balance_response'))
      wrong.push(`${name}: balances answered ${answer.status}`)
    if (!(await balancesOverSocket(port, token))) wrong.push(`${name}: the socket did not answer`)
  }
  return wrong
}

function balancesOverSocket(port: number, token: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/feed`)
    const end = (isRight: boolean): void => {
      clearTimeout(timer)
      socket.terminate()
      resolve(isRight)
    }
    const timer = setTimeout(end, 5_000, false)
    socket.on('open', () => socket.send(JSON.stringify({ authenticate: { credentials_secret: token } })))
    socket.on('message', data => {
      const text = (data as Buffer).toString('utf8')
      if (text.includes('"command_response"')) socket.send('{"balances":{"user_tag":"good"}}')
      else if (text.includes('"user_tag":"good"')) end(true)
    })
    socket.on('error', () => end(false))
    socket.on('close', () => end(false))
  })
}

function perform({ port }: Target, fuzz: FuzzCase): Promise<string> {
  return fuzz.kind === 'messages' ? say(port, fuzz.messages) : speak(port, fuzz)
}

/** Waits for the answer to a later request. By then even a busy machine has handled the earlier one. */
const answerLater = (port: number): Promise<unknown> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(answer => answer.arrayBuffer())

function speak(port: number, fuzz: Extract<FuzzCase, { readonly bytes: Buffer }>): Promise<string> {
  return new Promise(resolve => {
    let answer = ''
    const end = (): void => {
      socket.destroy()
      resolve(`${fuzz.kind} ${/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 'no answer'}`)
    }
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(fuzz.bytes))
    socket.setTimeout(patienceMs, () => void answerLater(port).then(end, end))
    socket.on('data', chunk => {
      if (answer === '' && fuzz.kind === 'frames') socket.write(fuzz.frames)
      if (answer.length < 20) answer += chunk.toString('latin1').slice(0, 20)
      // An accepted upgrade stays open, so this ends it.
      if (fuzz.kind === 'upgrade' && answer.startsWith('HTTP/1.1 101')) end()
    })
    socket.on('error', end)
    socket.on('close', end)
  })
}

function say(port: number, messages: readonly (string | Buffer)[]): Promise<string> {
  return new Promise(resolve => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/feed`)
    const end = (outcome: string): void => {
      clearTimeout(timer)
      socket.terminate()
      resolve(`messages ${outcome}`)
    }
    const giveUp = (): void => end('no answer')
    const timer = setTimeout(() => void answerLater(port).then(giveUp, giveUp), patienceMs)
    socket.on('open', () => {
      for (const message of messages) socket.send(message)
      socket.send('{"entities":{"user_tag":"last"}}')
    })
    socket.on('message', data => {
      if ((data as Buffer).toString('utf8').includes('"user_tag":"last"')) end('answered')
    })
    socket.on('error', () => end('error'))
    socket.on('close', code => end(`closed ${code}`))
  })
}
