/**
 * The practice exchange in a browser: the same engine, interfaces and faults as the server's, on a journal in
 * IndexedDB. No answer or push is sent before its change is committed.
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
  /** Sustained limit of private requests per account. */
  readonly requestsPerSecond: number
  readonly flow?: FlowRate | undefined
  /** A page without any message for so long, not even a heartbeat, counts as closed. */
  readonly silenceMs: number
  readonly apiKeys?: ApiKeys | undefined
}

export interface PracticeParts {
  readonly journal: BrowserJournal
  readonly settings: PracticeSettings
  readonly time: HostTime
  readonly run: string
  /** Called once if the exchange cannot continue; everything it answered is in its journal. */
  ended(error: unknown): void
  report(error: unknown): void
}

export interface SocketPort {
  post(message: FromSocket): void
  onMessage(listener: (message: ToSocket) => void): void
}

export interface PracticeExchange {
  readonly replayed: number
  answer(request: PlainRequest): Promise<PlainAnswer>
  openSocket(port: SocketPort): void
  exportText(): Promise<string>
  pulse(): void
  heartbeat(): void
  close(): Promise<void>
}

const rfqTimeoutSeconds = 1_800
/** Base for resolving targets, as on the server; never requested. */
const origin = 'http://practice.invalid'

export async function openPracticeExchange(parts: PracticeParts): Promise<PracticeExchange> {
  const { journal, settings, time, report } = parts
  const nowMs = time.wallMs()
  const { stored } = journal
  const { seed, market, instruments, requestsPerSecond, silenceMs, apiKeys, flow } = settings
  const header: JournalHeader = stored?.header ?? {
    seed,
    market,
    instruments,
    frozenAtMs: nowMs,
    openedAtMs: nowMs,
    rules: latestRules,
  }
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
      // The state in memory may be inconsistent and must not be stored.
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
  // Sends in order, each message after its change is stored. After a failed write nothing more is sent.
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
    // A channel does not report its backlog; a closed page is detected by silence.
    bufferedBytes: () => 0,
    address: { host: new URL(origin).host, path: '/v1/feed' },
  })
  port.onMessage(message => {
    if ('close' in message) connection.closed()
    else void connection.receive(message.text)
  })
}
