/** The page's only connection to the venue: a client over the browser's fetch, for this tab's session. */
import type { Client } from '../../../core/client/client-types.ts'
import { systemTimers } from '../../../core/client/timers.ts'
import { startSlice, yieldToPage } from '../browser/pause.ts'
import { learnCapability } from './capabilities.ts'
import { serverClock, serverNowMs } from './clock.ts'
import { type DeskAnswer, type DeskCommand, askDesk } from './control-desk.ts'
import { createClient } from '../../../core/client/create-client.ts'
import { takeEarly } from './early-requests.ts'
import { type Fetch, type Http, httpOver } from '../../../core/client/http.ts'
import { noteOtherVenue, otherVenue, pageHeaders } from './other-venue.ts'
import { acceptSession, credentials, refuseSession } from './session.ts'
import { readFixedTimeoutMs } from './time-out-setting.ts'
import { readVenue } from './venue.ts'

const pauses = { startSlice, yieldToPage }
const overFetch = httpOver((input, init) => fetch(input, init), pauses)
let http: Http = request => takeEarly(request) ?? overFetch(request)

export function replaceFetch(send: Fetch): void {
  http = httpOver(send, pauses)
}

export const pageHttp: Http = request => http(request)

export const controlDesk = (command?: DeskCommand): Promise<DeskAnswer> => askDesk(pageHttp, command)

export const client: Client = createClient({
  http: request => http(request),
  timers: systemTimers,
  addressOf: name => (name === 'marketSummary' ? readVenue().summaryUrl : readVenue().baseUrl),
  credentials,
  accepted: acceptSession,
  refused: (serial, text, name) => refuseSession(serial, serverNowMs(), text, name),
  fixedTimeoutMs: readFixedTimeoutMs,
  learn: learnCapability,
  clockSample: serverClock.sample,
  pageHeaders,
  otherVenue,
  noteOtherVenue,
})

export const call: Client['call'] = (name, options) => client.call(name, options)
