/** A page served with a recorder. The code of both is connected by requests only. */
import { followRecorder } from '../../app/api/recorder/follow-recorder.ts'
import { replaceFetch } from '../../app/api/venue/client.ts'
import { beginSession, signOut } from '../../app/api/venue/session.ts'
import { readVenue } from '../../app/api/venue/venue.ts'
import { ownerKey } from '../../core/domain/owner.ts'
import { minuteMs } from '../../core/domain/time.ts'
import type { AccountAlerts } from '../../recorder/accounts/accounts-file.ts'
import type { SendAlert, AlertDelivery } from '../../recorder/alerts/send-alert.ts'
import { serveHistory } from '../../recorder/serve/serve-history.ts'
import { createTokenCheck } from '../../recorder/serve/token-check.ts'
import { sqlStore } from '../../recorder/store/sql-store.ts'
import { openSqlite } from '../../recorder/store/sqlite.ts'
import { lapseAccount, startTimeLapse } from './time-lapse.ts'

const quiet = { from: '22:00', to: '07:00', zone: 'Europe/Prague' }
const secret = 's'.repeat(32)
const deskAlerts: AccountAlerts = {
  to: [
    { kind: 'webhook', name: 'desk-hook', url: 'https://hooks.example', secret, quiet: undefined },
    { kind: 'webhook', name: 'night-hook', url: 'https://night.example', secret, quiet },
  ],
  events: new Set(['fill', 'liquidation']),
  levels: [],
}

export async function recorderBehindPage(chosen: AccountAlerts | 'none' = deskAlerts) {
  const alerts = chosen === 'none' ? undefined : chosen
  const lapse = await startTimeLapse()
  const store = sqlStore(openSqlite(':memory:'), lapse.nowMs)
  const recorder = await lapse.record(store, 'one', alerts)
  for (const [side, quantity] of [
    ['buy', '0.5'],
    ['sell', '0.2'],
  ] as const) {
    await recorder?.step()
    await lapse.pass(minuteMs)
    await lapse.trade(lapse.perpetual, side, quantity)
    await lapse.pass(minuteMs)
    await recorder?.step()
  }
  const sent: AlertDelivery[] = []
  const state = { isAway: false, waitSeconds: 0 }
  const send: SendAlert = async (destination, sending) => {
    sent.push(sending)
    return destination.name === 'desk-hook'
      ? { kind: 'delivered', report: 'answered 200: ok' }
      : { kind: 'refused', report: 'answered 404' }
  }
  const server = serveHistory({
    store,
    venueKey: lapse.venueKey,
    readers: new Map([[lapseAccount, lapse.account.readers]]),
    check: createTokenCheck({
      http: lapse.http,
      baseUrl: 'http://127.0.0.1',
      nowMs: lapse.nowMs,
      venueNowMs: async () => lapse.venueMs(),
    }),
    take: () => 0,
    checks: { take: () => 0, taken: () => undefined },
    alerts: new Map(alerts === undefined ? [] : [[lapseAccount, alerts]]),
    takeTest: () => state.waitSeconds,
    send,
    nowMs: lapse.nowMs,
    venueNowMs: async () => lapse.venueMs(),
    report: () => undefined,
  })
  replaceFetch(async (url, init) => {
    if (state.isAway) throw new TypeError('fetch failed')
    const answer = await server.fetch(new Request(`http://127.0.0.1${url}`, { ...init, redirect: 'manual' }))
    return answer ?? new Response('', { status: 404 })
  })
  return {
    lapse,
    store,
    recorder,
    sent,
    state,
    ownerKey: (account: string = lapseAccount) => ownerKey({ venueKey: readVenue().key, account }),
    async signIn(account: string = lapseAccount): Promise<() => void> {
      beginSession({
        method: 'token',
        account,
        token: await lapse.tokenOf('desk-key'),
        expiresAtMs: undefined,
        keep: 'memory',
      })
      const end = followRecorder()
      return () => {
        end()
        signOut()
      }
    },
  }
}
