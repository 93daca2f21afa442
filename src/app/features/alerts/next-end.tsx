/** The next expiry in the top bar. It opens the list of all expiries and alerts; the address can open it too. */
import { Timer } from 'lucide-react'
import type { ReactNode } from 'react'
import { type End, endKindLabels } from '../../../core/account/alerts/ends.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { parseAlertSubject } from '../../links/alerts-link.ts'
import { orderSearch } from '../../links/screen-links.ts'
import { Countdown } from '../../ui/controls/countdown.tsx'
import { Drawer } from '../../ui/controls/drawer.tsx'
import { FittingLine } from '../../ui/controls/fitting-line.tsx'
import { Tooltip } from '../../ui/controls/tooltip.tsx'
import { formatZoned, otherZone, zoneLabel } from '../../ui/format/zoned-time.ts'
import { clockText } from '../../ui/order/life-text.ts'
import { Link } from '../../ui/router/link.tsx'
import { useAddress, useNavigate } from '../../ui/router/use-router.ts'
import { AlertsPanel } from './alerts-panel.tsx'
import styles from './alerts.module.css'
import { useEnds } from './use-ends.ts'

export interface NextEndProps {
  readonly opened: boolean
  readonly setOpen: (opened: boolean) => void
}

export function NextEnd({ opened, setOpen }: NextEndProps): ReactNode {
  const ends = useEnds()
  const navigate = useNavigate()
  // `alert=price:BTC-USD-PERPETUAL`: any row requests an alert this way.
  const asked = useAddress(({ search }) => search['alert'])
  const open = opened || asked !== undefined
  const close = (): void => {
    setOpen(false)
    if (asked !== undefined) navigate({ to: '.', search: old => ({ ...old, alert: undefined }), replace: true })
  }
  const [next] = ends
  const label =
    next === undefined
      ? 'Next: nothing ends by itself'
      : `Next: ${endKindLabels[next.kind]} ${whenText(next)}, ${next.name}`
  return (
    <>
      <Tooltip content={label}>
        <button type="button" className={styles.next} aria-label={label} onClick={() => setOpen(true)}>
          <Timer size={14} aria-hidden="true" />
          <FittingLine keep="end">
            {next !== undefined && <span>{endKindLabels[next.kind]}</span>}
            {next !== undefined && <span className={styles.nextTime}>{whenText(next)}</span>}
          </FittingLine>
        </button>
      </Tooltip>
      <Drawer open={open} onClose={close} title="Upcoming events and alerts" testId="ends">
        <EndsList ends={ends} />
        <AlertsPanel initialSubject={parseAlertSubject(asked)} />
      </Drawer>
    </>
  )
}

/**
 * "12:20–12:30": a range if the venue's cycle leaves ten minutes open. The order's card counts down to the later time.
 */
const whenText = ({ atMs, latestMs }: End): string => {
  const [from, to] = [atMs, latestMs ?? atMs].map(ms => clockText(ms, serverNowMs()))
  return from === to ? `${from}` : `${from}–${to}`
}

export function EndsList({ ends }: { readonly ends: readonly End[] }): ReactNode {
  if (ends.length === 0)
    return <p className={styles.nothing}>Nothing expiring: no RFQ or order is live, and no position expires.</p>
  return (
    <ol className={styles.ends}>
      {ends.map(end => (
        <li key={end.id} className={styles.end}>
          <span className={styles.endKind}>{endKindLabels[end.kind]}</span>
          <span className={styles.endName}>
            {end.clientOrderId === undefined ? (
              end.name
            ) : (
              <Link to="/orders" search={orderSearch(end.clientOrderId)}>
                {end.name}
              </Link>
            )}
            <span className={styles.faint}>
              <time title={otherZone(end.atMs)}>
                {formatZoned(end.atMs, 'dateMinutes')} {zoneLabel(end.atMs)}
              </time>
              {end.latestMs !== undefined &&
                ` at the earliest, ${clockText(end.latestMs, serverNowMs())} at the latest`}
            </span>
          </span>
          <Countdown endMs={end.atMs} nowMs={serverNowMs} ended="any moment" />
        </li>
      ))}
    </ol>
  )
}
