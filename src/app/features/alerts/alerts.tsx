/**
 * Reports fills, rejections, expiries and crossed alerts as toasts, and by sound and browser notification if enabled.
 * Mounted once while signed in.
 */
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { alertText, figureText } from '../../../core/account/alerts/alert-text.ts'
import { endKindLabels, nearEnds } from '../../../core/account/alerts/ends.ts'
import type { Notice } from '../../../core/account/alerts/notice.ts'
import { fillGroup, forcedFills, noticesOf } from '../../../core/account/alerts/notices.ts'
import { readAlertSettings } from '../../api/alerts/alert-settings.ts'
import { judgeAlerts, useAlerts } from '../../api/alerts/alerts.ts'
import { isReadFromPast } from '../../api/history/past-trades.ts'
import { useJournalNews, useOwnerKey } from '../../api/journal/journal-hooks.ts'
import type { JournalNews } from '../../api/journal/journal-tabs.ts'
import { useIntents } from '../../api/order-desk/desk-hooks.ts'
import { desk } from '../../api/order-desk/desk.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { useTimesShared } from '../../api/venue/shared-sign-in.ts'
import type { Alert, AlertCrossing } from '../../../core/domain/alert.ts'
import { type Decimal, isZero } from '../../../core/domain/decimal.ts'
import type { JournalRow } from '../../../core/domain/journal-row.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import { orderSearch } from '../../links/screen-links.ts'
import { usePlainPositions } from '../../model/account/use-portfolio.ts'
import { isGroupOpen, showToast } from '../../ui/controls/toasts.ts'
import { zoneLabel } from '../../ui/format/zoned-time.ts'
import { clockText } from '../../ui/order/life-text.ts'
import { useNavigate } from '../../ui/router/use-router.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useTicking } from '../../ui/use-tick.ts'
import { isForcedClose } from '../../../core/domain/order-outcome.ts'
import type { OwnerKey } from '../../../core/domain/owner.ts'
import { type FigureInputs, needsAccount, needsQuotes, valuesOf } from '../../../core/account/alerts/figures.ts'
import { useAccountFigures, useHeldFigures } from './use-figures.ts'
import { LossWatch } from './loss-watch.tsx'
import { PriceWatches, type WatchNotice } from './price-watches.tsx'
import { shownText } from './shown-text.ts'
import { useEnds } from './use-ends.ts'

const AnswerKeeper = lazyComponent(async () => (await import('./answer-keeper.tsx')).AnswerKeeper, null, {
  name: 'The withdrawal of answers',
  isLater: true,
})

export function Alerts(): ReactNode {
  useNews()
  useNearEnds()
  useShared()
  const owner = useOwnerKey()
  const alerts = useAlerts(owner)
  const reportPrice = usePriceReport()
  const hasAnswered = useIntents().some(({ context }) => context.answers !== undefined)
  if (owner === undefined) return null
  return (
    <>
      <PriceWatches owner={owner} report={reportPrice} />
      <LossWatch owner={owner} />
      {hasAnswered && <AnswerKeeper key={owner} />}
      {alerts.length > 0 && <AlertWatch owner={owner} alerts={alerts} report={reportCrossing} />}
    </>
  )
}

const isInView = (selector: string): boolean => document.querySelector(selector)?.checkVisibility() === true

function isShownElsewhere(clientOrderId: string): boolean {
  const rfq = desk.snapshot().intents.find(each => each.client_order_id === clientOrderId)?.context.rfq
  return (
    isInView(`[data-outcome="${CSS.escape(clientOrderId)}"]`) ||
    (rfq !== undefined && isInView(`[data-outcome-of="${CSS.escape(rfq)}"]`))
  )
}
const isSeen = (): boolean => document.visibilityState === 'visible'

function useNews(): void {
  const navigate = useNavigate()
  const entries = useLastEntries()
  const forced = useRef<readonly JournalRow[]>([])
  const filled = useRef<readonly JournalRow[]>([])
  const report = useCallback(
    ({ rows, isOwn }: JournalNews) => {
      const isFill = (row: JournalRow): boolean => row.kind === 'execution' && !isForcedClose(row)
      // A fill joins the notice of its order only while that is on screen: a closed one has been read.
      const unread = filled.current.filter(row => isGroupOpen(fillGroup(row.client_order_id ?? '')))
      const reported = [...forced.current, ...unread]
      forced.current = forcedFills(forced.current, rows)
      // A fill from before this session is in the journal and no news, unless the venue forced it.
      const news = rows.filter(row => row.kind !== 'execution' || isForcedClose(row) || !isReadFromPast(row.atMs))
      filled.current = [...unread, ...news.filter(isFill)]
      for (const notice of noticesOf(
        news,
        { text: shownText, entryOf: symbol => entries.current.get(symbol) },
        reported,
      )) {
        const open = () =>
          navigate(
            notice.clientOrderId === ''
              ? { to: '/journal' }
              : { to: '/orders', search: orderSearch(notice.clientOrderId) },
          )
        if (isSeen() && !isShownElsewhere(notice.clientOrderId)) toast(notice, open)
        outside(notice, isOwn)
      }
    },
    [navigate, entries],
  )
  useJournalNews(report)
}

/** Last known average entries by symbol: a closed position is gone by the time its fill is reported. */
function useLastEntries(): { readonly current: ReadonlyMap<string, Decimal> } {
  const { traded } = usePlainPositions()
  const known = useRef(new Map<string, Decimal>())
  useEffect(() => {
    for (const { symbol, size, average_entry_price } of traded ?? [])
      if (!isZero(size)) known.current.set(symbol, average_entry_price)
  }, [traded])
  return known
}

function toast(notice: Pick<Notice, 'tone' | 'title' | 'body' | 'group'>, open: (() => void) | undefined): void {
  showToast({
    tone: notice.tone,
    group: notice.group,
    title: stripHostile(notice.title, 120),
    body: stripHostile(notice.body, 240),
    testId: 'notice',
    // Forced closings stay until dismissed.
    sticky: notice.tone === 'danger',
    ...(open === undefined ? {} : { action: { label: 'Show', run: open } }),
  })
}

/**
 * Sound and browser notification. Only the tab that recorded the event sends them, so that several tabs do not repeat
 * it.
 */
function outside(notice: Pick<Notice, 'id' | 'tone' | 'title' | 'body'>, isOwn: boolean): void {
  const { sound, browser } = readAlertSettings()
  if (!isOwn) return
  if (sound) playNotice(notice.tone)
  if (browser && !isSeen())
    showBrowserNotice(notice.id, stripHostile(notice.title, 120), stripHostile(notice.body, 240))
}

function reportCrossing({ alert, value }: AlertCrossing): void {
  const notice = {
    id: `${alert.id} ${alert.reportedMs}`,
    tone: 'warning' as const,
    title: alertText(alert, shownText),
    body: `It is ${figureText(alert, value, shownText)} now.`,
  }
  if (isSeen()) toast(notice, undefined)
  outside(notice, true)
}

function usePriceReport(): (notice: WatchNotice) => void {
  const navigate = useNavigate()
  return useCallback(
    notice => {
      if (isSeen()) toast(notice, () => navigate({ to: '/orders', search: orderSearch(notice.rfq) }))
      outside(notice, true)
    },
    [navigate],
  )
}

function useShared(): void {
  const times = useTimesShared()
  const reported = useRef(times)
  useEffect(() => {
    if (times === reported.current) return
    reported.current = times
    showToast({ tone: 'neutral', title: 'Sign-in shared', body: 'Another tab or window of this browser uses it now.' })
  }, [times])
}

function useNearEnds(): void {
  const ends = useEnds()
  // Time alone brings an expiry near, even on a hidden page.
  const near = useTicking(
    () =>
      nearEnds(ends, serverNowMs())
        .map(each => each.key)
        .join('\n'),
    true,
  )
  const reported = useRef(new Set<string>())
  useEffect(() => {
    const nowMs = serverNowMs()
    for (const { key, end } of nearEnds(ends, nowMs)) {
      if (reported.current.has(key)) continue
      reported.current.add(key)
      const by =
        end.latestMs === undefined
          ? `at ${clockText(end.atMs, nowMs)} ${zoneLabel()}`
          : `between ${clockText(end.atMs, nowMs)} and ${clockText(end.latestMs, nowMs)} ${zoneLabel()}`
      const notice = {
        id: key,
        tone: 'warning' as const,
        title: `${endKindLabels[end.kind]} soon: ${end.name}`,
        body: `${end.kind === 'expiry' ? 'They settle' : 'It ends'} ${by}.`,
      }
      if (isSeen()) toast(notice, undefined)
      outside(notice, true)
    }
  }, [ends, near])
}

interface AlertWatchProps {
  readonly owner: OwnerKey
  readonly alerts: readonly Alert[]
  readonly report: (crossing: AlertCrossing) => void
}

function AlertWatch(props: AlertWatchProps): ReactNode {
  return props.alerts.some(needsAccount) ? <AccountWatch {...props} /> : <HeldWatch {...props} />
}

function AccountWatch(props: AlertWatchProps): null {
  useJudged(props, useAccountFigures())
  return null
}

function HeldWatch(props: AlertWatchProps): null {
  useJudged(props, useHeldFigures(props.alerts.some(needsQuotes)))
  return null
}

function useJudged({ owner, alerts, report }: AlertWatchProps, inputs: FigureInputs): void {
  useEffect(() => {
    const valueOf = valuesOf(inputs)
    const judge = async (): Promise<void> => {
      for (const crossing of await judgeAlerts(owner, valueOf, serverNowMs())) report(crossing)
    }
    void judge()
  }, [owner, inputs, alerts, report])
}

let context: AudioContext | undefined

const noteSeconds = 0.14
const loudness = 0.06

function playNotice(tone: 'ok' | 'warning' | 'neutral' | 'danger'): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  const notes = tone === 'ok' ? [660, 880] : tone === 'warning' || tone === 'danger' ? [440, 330] : [520, 520]
  for (const [index, pitch] of notes.entries()) playNote(context, pitch, context.currentTime + index * noteSeconds)
}

function playNote(audio: AudioContext, pitch: number, at: number): void {
  const [source, volume] = [audio.createOscillator(), audio.createGain()]
  source.frequency.value = pitch
  volume.gain.setValueAtTime(0, at)
  volume.gain.linearRampToValueAtTime(loudness, at + 0.02)
  volume.gain.linearRampToValueAtTime(0, at + noteSeconds)
  source.connect(volume).connect(audio.destination)
  source.start(at)
  source.stop(at + noteSeconds)
}

/** Browser notifications, if supported and allowed. The tag deduplicates the same event across tabs. */

function showBrowserNotice(id: string, title: string, body: string): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  const notice = new Notification(title, { body, tag: `legwork ${id}` })
  notice.onclick = () => {
    window.focus()
    notice.close()
  }
}
