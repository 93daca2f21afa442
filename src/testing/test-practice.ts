/** The practice exchange behind a real socket, for external tests. */
import 'fake-indexeddb/auto'
import { openBrowserJournal } from '../exchange/practice/browser-journal.ts'
import { answerOf, type FromSocket, plainRequest, type ToSocket } from '../exchange/practice/messages.ts'
import {
  openPracticeExchange,
  type PracticeExchange,
  type PracticeParts,
} from '../exchange/practice/practice-exchange.ts'
import type { FeedHub } from '../exchange/sandbox/feed/hub.ts'
import { readApiKeys } from '../exchange/sandbox/http/api-keys.ts'
import { openFeedEntry } from '../server/http/feed-socket.ts'
import { listen } from '../server/http/listen.ts'
import { apiKeysText, OutsideVenue } from './test-outside.ts'

let opened = 0

export async function openPractice(
  name = `practice-${(opened += 1)}`,
  more: Partial<PracticeParts['settings']> = {},
  parts: Partial<Pick<PracticeParts, 'ended' | 'time'>> = {},
) {
  const journal = await openBrowserJournal(name)
  const exchange = await openPracticeExchange({
    journal,
    settings: {
      seed: 'conformance',
      market: 'frozen',
      instruments: 1_000,
      requestsPerSecond: 10_000,
      silenceMs: 60_000,
      ...more,
    },
    time: { wallMs: Date.now, steadyMs: () => performance.now() },
    run: name,
    ended: error => {
      throw error
    },
    report: error => {
      throw error
    },
    ...parts,
  })
  return { exchange, journal, name }
}

function hubOf(exchange: PracticeExchange): FeedHub {
  let open = 0
  return {
    open(socket) {
      let receive: (message: ToSocket) => void = () => undefined
      open += 1
      exchange.openSocket({
        post: (message: FromSocket) => ('text' in message ? socket.send(message.text) : socket.close(1000, 'closed')),
        onMessage: listener => {
          receive = listener
        },
      })
      return {
        receive: async text => receive({ text }),
        closed() {
          open -= 1
          receive({ close: true })
        },
      }
    },
    publish: () => undefined,
    heartbeat: () => exchange.heartbeat(),
    sweep: () => undefined,
    connections: () => open,
  }
}

export async function listenPractice(): Promise<OutsideVenue> {
  const read = await readApiKeys(apiKeysText)
  if (!read.ok) throw new Error(read.problem)
  const { exchange } = await openPractice(undefined, { apiKeys: read.keys })
  const server = await listen({
    fetch: async request => answerOf(await exchange.answer(await plainRequest(request))),
    port: 0,
    tries: 0,
  })
  const entry = openFeedEntry(server.server, hubOf(exchange), { allowedHosts: [], venueKey: 'sandbox' })
  const timer = setInterval(() => exchange.pulse(), 1_000)
  return new OutsideVenue(server.port, async () => {
    clearInterval(timer)
    entry.close()
    await exchange.close()
    await server.close(100)
  })
}
