/**
 * The exchange of the box in a browser: the same engine, interfaces and faults as behind the server, on a journal in
 * the browser's database. No answer and no push leaves before the change it reports is committed.
 */
import { controlPath } from '../sandbox/control/control-app.ts'
import { createFaults } from '../sandbox/control/faults.ts'
import { latestRules } from '../sandbox/engine/rules.ts'
import type { FlowRate } from '../sandbox/flow/participants.ts'
import { createInterfaces, type ExchangeInterfaces } from '../sandbox/host/create-interfaces.ts'
import { restoreExchange, type HostTime, type JournalHeader, resumeExchange } from '../sandbox/host/stored-exchange.ts'
import type { ApiKeys } from '../sandbox/http/api-keys.ts'
import { createSigningKey } from '../sandbox/http/tokens.ts'
import { createLeftOut } from '../sandbox/left-out.ts'
import { watchSoundness } from '../sandbox/watch-soundness.ts'
import type { BrowserJournal } from './browser-journal.ts'
import type { FromSocket, PlainAnswer, PlainRequest, ToSocket } from './messages.ts'

export interface PracticeSettings extends Pick<JournalHeader, 'seed' | 'market' | 'instruments'> {
  /** Private requests that an account may make in the long run. */
  readonly requestsPerSecond: number
  readonly flow?: FlowRate | undefined
  /** A page that sends nothing for so long, not even a heartbeat, is gone. */
  readonly silenceMs: number
  readonly apiKeys?: ApiKeys | undefined
}

export interface PracticeParts {
  readonly journal: BrowserJournal
  readonly settings: PracticeSettings
  readonly time: HostTime
  /** A name of this run, for entity tags. */
  readonly run: string
  /** Called once when the exchange cannot continue; everything it answered before is in its journal. */
  ended(error: unknown): void
  /** Called with programming errors. */
  report(error: unknown): void
}

/** The socket's end of a message channel. */
export interface SocketPort {
  post(message: FromSocket): void
  onMessage(listener: (message: ToSocket) => void): void
}

export interface PracticeExchange {
  /** Entries of its journal that were done again. */
  readonly replayed: number
  answer(request: PlainRequest): Promise<PlainAnswer>
  openSocket(port: SocketPort): void
  /** All that is stored of it, as JSON text. */
  exportText(): Promise<string>
  /** To be called about once a second. */
  pulse(): void
  /** To be called every few seconds. */
  heartbeat(): void
  /** Resolves once all it holds is stored and its database is let go. */
  close(): Promise<void>
}

const rfqTimeoutSeconds = 1_800
/** As the server has it: an address to resolve targets against, never asked. */
const origin = 'http://practice.invalid'

/** Throws `DamagedJournal`. */
export async function openPracticeExchange(parts: PracticeParts): Promise<PracticeExchange> {
  const { journal, settings, time, report } = parts
  const nowMs = time.wallMs()
  const { stored } = journal
  const { seed, market, instruments, requestsPerSecond, silenceMs, apiKeys, flow } = settings
  const header: JournalHeader = stored?.header ?? { seed, market, instruments, frozenAtMs: nowMs, openedAtMs: nowMs, rules: latestRules }
  const leftOut = createLeftOut(message => report(new Error(message)))
  const back = restoreExchange(stored, header, { rfqTimeoutSeconds, leftOut }, time)
  const saved = resumeExchange(back, journal.writer(header), time.steadyMs)
  let isEnded = false
  const end = (error: unknown): void => {
    if (!isEnded) parts.ended(error)
    isEnded = true
  }
  const watched = watchSoundness(saved.exchange, end)
  const signingKey = await journal.signingKey(createSigningKey)
  const interfaces = await createInterfaces(
    { profile: 'extended', requestsPerSecond, silenceMs, flow },
    {
      saved,
      watched,
      signingKey,
      apiKeys,
      faults: createFaults(),
      leftOut,
      pause: () => new Promise(resolve => setTimeout(resolve)),
      sleep: ms => new Promise(resolve => setTimeout(resolve, ms)),
      steadyMs: time.steadyMs,
      run: parts.run,
      connectionOf: () => undefined,
      onError: report,
    },
  )
  const committed = async (): Promise<void> => {
    try {
      await journal.settled()
    } catch (error) {
      end(error)
      throw error
    }
  }
  const pulse = (): void => {
    if (isEnded) return
    if (saved.clock.state().frozenAtMs === undefined) interfaces.tick()
    watched.watch(saved.pulse)
    interfaces.feed?.sweep()
  }
  return {
    replayed: saved.replayed,
    answer: request => answerOnceStored(request, interfaces, committed),
    openSocket: port => openSocket(port, interfaces, committed),
    async exportText() {
      await committed()
      return await journal.exportText()
    },
    pulse,
    heartbeat: () => interfaces.feed?.heartbeat(),
    async close() {
      // The state in memory may be inconsistent then, and would be stored.
      if (!isEnded) saved.close()
      isEnded = true
      await committed()
      journal.close()
    },
  }
}

async function answerOnceStored(
  request: PlainRequest,
  { answers, desk }: ExchangeInterfaces,
  committed: () => Promise<void>,
): Promise<PlainAnswer> {
  const { method, target, headers, body } = request
  const url = new URL(target, origin)
  const asked = new Request(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body }),
  })
  const isForDesk = url.pathname === controlPath || url.pathname.startsWith(`${controlPath}/`)
  const answer = await (isForDesk && desk !== undefined ? desk : answers).fetch(asked)
  const text = await answer.text()
  await committed()
  return { status: answer.status, headers: [...answer.headers], body: text }
}

function openSocket(port: SocketPort, { feed }: ExchangeInterfaces, committed: () => Promise<void>): void {
  // In order, each after the change it reports is stored. If storing fails the exchange has ended and sends nothing
  // more.
  let sending = Promise.resolve()
  const send = (message: FromSocket): void => {
    sending = sending.then(committed).then(() => port.post(message))
    sending.catch(() => undefined)
  }
  if (feed === undefined) return send({ closed: true })
  const connection = feed.open({
    send: text => send({ text }),
    close: () => send({ closed: true }),
    reset: () => send({ closed: true }),
    // A channel does not say what waits in it; a page that is gone is found by its silence.
    bufferedBytes: () => 0,
    address: { host: new URL(origin).host, path: '/v1/feed' },
  })
  port.onMessage(message => {
    if ('close' in message) connection.closed()
    else void connection.receive(message.text)
  })
}
