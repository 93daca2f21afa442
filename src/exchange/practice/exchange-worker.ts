/// <reference lib="webworker" />
/**
 * The shared worker that runs the practice exchange for all tabs of this origin. A browser lock ensures a single
 * instance; a newer version of the app asks the old worker to save and release it.
 */
import { createStore } from '../../core/domain/store.ts'
import { DamagedJournal } from '../sandbox/host/stored-exchange.ts'
import { deleteBrowserJournal, openBrowserJournal } from './browser-journal.ts'
import {
  channelName,
  type ExchangeState,
  journalName,
  lockName,
  type PlainAnswer,
  type ToExchange,
  type ToSocket,
} from './messages.ts'
import { openPracticeExchange, type PracticeExchange, type PracticeSettings } from './practice-exchange.ts'

declare const self: SharedWorkerGlobalScope

const tickMs = 1_000
const heartbeatMs = 5_000
const settings: PracticeSettings = {
  seed: 'legwork',
  market: 'live',
  instruments: 1_500,
  requestsPerSecond: 1_000,
  flow: 'quiet',
  // The page sends a heartbeat every five seconds, a hidden one once a minute, a closed one none.
  silenceMs: 150_000,
}

const pages = new Set<MessagePort>()
const state = createStore<ExchangeState>({ kind: 'starting' })
state.subscribe(() => {
  for (const page of pages) page.postMessage(state.get())
})

const newerOpen = 'A newer version of Legwork is open in another tab and holds the exchange now: reload this one.'
const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const cannotBring = (error: DamagedJournal): string =>
  `The exchange stored in this browser cannot be used: ${error.message}. Reset it to begin again.`
const endedText = (error: unknown): string =>
  `The exchange can go on no longer and was stopped: ${errorText(error)}. Everything it answered before is stored: reload the page.`

let release: () => void = () => undefined
const held = new Promise<void>(resolve => {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('hand over')
  void navigator.locks.request(lockName, () => {
    resolve()
    channel.onmessage = () => void handOver()
    return new Promise<void>(done => {
      release = done
    })
  })
})

let exchange = begin()

function begin(): Promise<PracticeExchange> {
  const opening = held.then(open)
  // The page learns of the failure from the state.
  opening.catch(() => undefined)
  return opening
}

async function open(): Promise<PracticeExchange> {
  try {
    const journal = await openBrowserJournal(journalName)
    const opened = await openPracticeExchange({
      journal,
      settings,
      time: { wallMs: Date.now, steadyMs: () => performance.now() },
      run: crypto.randomUUID().slice(0, 8),
      ended: error => state.set({ kind: 'ended', why: endedText(error) }),
      report: reportError,
    })
    const timers = [setInterval(() => opened.pulse(), tickMs), setInterval(() => opened.heartbeat(), heartbeatMs)]
    state.set({ kind: 'ready', replayed: opened.replayed })
    return {
      ...opened,
      async close() {
        for (const timer of timers) clearInterval(timer)
        await opened.close()
      },
    }
  } catch (error) {
    state.set({ kind: 'ended', why: error instanceof DamagedJournal ? cannotBring(error) : endedText(error) })
    throw error
  }
}

async function stop(): Promise<void> {
  const opened = await exchange.catch(() => undefined)
  await opened?.close()
}

async function handOver(): Promise<void> {
  state.set({ kind: 'ended', why: newerOpen })
  try {
    await stop()
  } finally {
    release()
  }
}

/** Deletes everything and restarts; the pages reload, because their data is gone. */
async function reset(): Promise<void> {
  state.set({ kind: 'starting' })
  await stop().catch(() => undefined)
  await deleteBrowserJournal(journalName)
  exchange = begin()
  await exchange
  for (const page of pages) page.postMessage({ kind: 'reset' } satisfies ExchangeState)
}

function whyEnded(): string | undefined {
  const now = state.get()
  return now.kind === 'ended' ? now.why : undefined
}

function ended(why: string): PlainAnswer {
  return {
    status: 503,
    headers: [['content-type', 'application/json; charset=utf-8']],
    body: JSON.stringify({ error: why }),
  }
}

async function answer(message: ToExchange & { kind: 'request' }): Promise<PlainAnswer> {
  try {
    const why = whyEnded()
    if (why !== undefined) return ended(why)
    return await (await exchange).answer(message.request)
  } catch (error) {
    return ended(whyEnded() ?? errorText(error))
  }
}

function receive(page: MessagePort, message: ToExchange, port: MessagePort | undefined): void {
  if (message.kind === 'attach') {
    pages.add(page)
    page.postMessage(state.get())
  } else if (port === undefined) return
  else if (message.kind === 'request') void answer(message).then(said => port.postMessage(said))
  else if (message.kind === 'export')
    void exchange.then(opened => opened.exportText()).then(text => port.postMessage(text))
  else if (message.kind === 'reset') void reset().then(() => port.postMessage(true))
  else void openSocket(port)
}

async function openSocket(port: MessagePort): Promise<void> {
  try {
    const opened = await exchange
    opened.openSocket({
      post: message => port.postMessage(message),
      onMessage: listener => {
        port.onmessage = (event: MessageEvent<ToSocket>) => listener(event.data)
      },
    })
  } catch {
    port.postMessage({ closed: true })
  }
}

self.onconnect = event => {
  const [page] = event.ports
  if (page === undefined) return
  page.onmessage = (message: MessageEvent<ToExchange>) => receive(page, message.data, message.ports[0])
}
