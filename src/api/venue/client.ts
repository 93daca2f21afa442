/** The page's one way to the venue: a client over the browser's fetch, for the session of this tab. */
import type { AnswerOf, BodyOf, EndpointName, QueryOf } from '../../contract/endpoints.ts'
import { browserTimers } from '../browser/timers.ts'
import { learnCapability } from './capabilities.ts'
import { serverClock, serverNowMs } from './clock.ts'
import { type DeskAnswer, type DeskCommand, askDesk } from './control-desk.ts'
import { createClient } from './create-client.ts'
import { takeEarly } from './early-requests.ts'
import type { ApiFault } from './fault.ts'
import { type Fetch, type Http, type HttpAnswer, httpOver } from './http.ts'
import { noteOtherVenue, otherVenue, pageHeaders } from './other-venue.ts'
import { type Credentials, credentials, refuseSession } from './session.ts'
import { readVenue } from './venue.ts'

export type Answered<Answer> = { readonly ok: true; readonly answer: Answer } | { readonly ok: false; readonly fault: ApiFault }

export type Owner = Pick<Credentials, 'account' | 'venueKey'>

/** `poll` waits its turn, `evidence` waits but goes first, `submit` does not wait. */
export type Lane = 'poll' | 'evidence' | 'submit'

export interface SendOptions {
  readonly signal?: AbortSignal | undefined
  readonly lane?: Lane | undefined
  readonly timeoutMs?: number | undefined
  /** Whose business this is: it is not sent under another account or to another venue, even if those changed while it waited. */
  readonly owner?: Owner | undefined
}
export interface CallOptions<Name extends EndpointName> extends SendOptions {
  readonly query?: QueryOf<Name> | undefined
  readonly body?: BodyOf<Name> | undefined
}
export interface TextOptions extends SendOptions {
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly bodyText?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Of an order: which confirmation of the trader's it is. Our own server alone is told. */
  readonly sends?: number | undefined
}
export interface TextAnswer extends HttpAnswer {
  /** Monotonic. */
  readonly sentMs: number
  readonly receivedMs: number
}

export interface Client {
  call<Name extends EndpointName>(name: Name, options?: CallOptions<Name>): Promise<Answered<AnswerOf<Name>>>
  /** The answer's text, whatever its status. */
  text(name: EndpointName, options?: TextOptions): Promise<Answered<TextAnswer>>
  /** The value in an answer's text, or what is wrong with it. */
  decode<Name extends EndpointName>(name: Name, answer: HttpAnswer, query?: Readonly<Record<string, unknown>>): Answered<AnswerOf<Name>>
}

const overFetch = httpOver((input, init) => fetch(input, init))
let http: Http = request => takeEarly(request) ?? overFetch(request)

/** Replaces the browser's fetch, as tests do to speak to a sandbox in the same process. */
export function replaceFetch(send: Fetch): void {
  http = httpOver(send)
}

/** For what lies beside the exchange on the page's own server. */
export const pageHttp: Http = request => http(request)

/** Speaks to the desk of the sandbox behind this page. */
export const controlDesk = (command?: DeskCommand): Promise<DeskAnswer> => askDesk(pageHttp, command)

/** The page's own client. */
export const client: Client = createClient({
  http: request => http(request),
  timers: browserTimers,
  addressOf: name => (name === 'marketSummary' ? readVenue().summaryUrl : readVenue().baseUrl),
  credentials,
  refused: (serial, words) => refuseSession(serial, serverNowMs(), words),
  learn: learnCapability,
  clockSample: (serverMs, sentMs, receivedMs) => serverClock.sample(serverMs, sentMs, receivedMs),
  pageHeaders,
  otherVenue,
  noteOtherVenue,
})

export const call: Client['call'] = (name, options) => client.call(name, options)
