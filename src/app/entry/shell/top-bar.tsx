/**
 * The top bar: location, venue, liveness of data, and whether this tab may send. Controls never shrink or leave the
 * window; texts give way in a fixed order (search words, status, program name, account, clock, next event, a long
 * venue, the light's words, screen names), by `--gives-way` in the style sheet. The venue's mark, reached by Tab, has
 * the full text. The account leads to Settings and keeps its icon at any width.
 */
import type { ReactNode } from 'react'
import { CircleUser, Eye, EyeOff, Lock, LockOpen, Search } from 'lucide-react'
import { FittingLine } from '../../ui/controls/fitting-line.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { keyTable } from '../../ui/commands/key-table.ts'
import { Kbd } from '../../ui/controls/kbd.tsx'
import { Tooltip } from '../../ui/controls/tooltip.tsx'
import { toggleAmounts, useAmountsHidden } from '../../ui/format/privacy.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import { ConnectionLight, type ConnectionLightProps } from './connection-light.tsx'
import { useTicking } from '../../ui/use-tick.ts'
import { formatZoned, otherZone, zoneLabel } from '../../ui/format/zoned-time.ts'
import { usePreferences } from '../../ui/theme/preferences.ts'
import { formatOffset } from '../../ui/format/format-time.ts'
import styles from './shell.module.css'
import { tabs } from './screens.ts'
import { Link } from '../../ui/router/link.tsx'

export interface TopBarProps {
  readonly venue: { readonly kind: 'sandbox' | 'venue'; readonly label: string }
  readonly account: string | undefined
  readonly clock: UtcClockProps
  readonly connection: ConnectionLightProps
  readonly locked: boolean
  readonly onLockChange: (locked: boolean) => void
  readonly onSearch: () => void
  /** A window with a single panel has no links to screens. */
  readonly isAlone: boolean
  readonly next: ReactNode
  /** The status, on a screen without room for it. */
  readonly status: ReactNode
}

export function TopBar(props: TopBarProps) {
  return (
    <Bar
      venue={<VenueMark venue={props.venue} account={props.account} />}
      onSearch={props.onSearch}
      isAlone={props.isAlone}
      status={props.status}
    >
      {props.next}
      <UtcClock {...props.clock} />
      <ConnectionLight {...props.connection} />
      <AmountsSwitch />
      <IconButton
        label={props.locked ? 'Trading locked in this tab: unlock' : 'Lock trading in this tab'}
        pressed={props.locked}
        icon={props.locked ? <Lock size={14} /> : <LockOpen size={14} />}
        onClick={() => props.onLockChange(!props.locked)}
      />
      {!props.isAlone && <AccountLink account={props.account} />}
    </Bar>
  )
}

/**
 * The bar before the program runs: without unknown facts, and with the venue's name as soon as the page knows it
 * (`first-venue.ts`).
 */
export function WaitingTopBar() {
  const toCome = (
    <span
      className={styles.venueToCome}
      data-venue-to-come=""
      data-sandbox={styles.sandbox}
      data-venue={styles.venue}
    />
  )
  return (
    <Bar venue={toCome} onSearch={undefined} isAlone={false} status={null}>
      {null}
    </Bar>
  )
}

interface BarProps {
  readonly venue: ReactNode
  readonly onSearch: (() => void) | undefined
  readonly isAlone: boolean
  readonly status: ReactNode
  readonly children: ReactNode
}

function Bar({ venue, onSearch, isAlone, status, children }: BarProps) {
  return (
    <header className={styles.top}>
      <svg aria-hidden="true" viewBox="0 0 32 32" className={styles.mark}>
        <path d="M4 22h7l5-12 5 12h7" />
      </svg>
      <FittingLine className={isAlone ? styles.brandAlone : styles.brand}>Legwork</FittingLine>
      {!isAlone && <Screens />}
      {venue}
      <button type="button" className={styles.search} title="Search and commands" onClick={onSearch}>
        <Search size={13} aria-hidden="true" />
        <FittingLine className={styles.searchText}>
          <span>Search </span>
          <span>and commands </span>
          <Kbd keys={keyTable.palette} />
        </FittingLine>
      </button>
      <div className={styles.spring}>{status}</div>
      {children}
    </header>
  )
}

function VenueMark({ venue, account }: Pick<TopBarProps, 'venue' | 'account'>) {
  const isSandbox = venue.kind === 'sandbox'
  return (
    <Tooltip
      content={
        <>
          {isSandbox
            ? 'The built-in exchange: no real money'
            : `${stripHostile(venue.label, 200)}, a real venue: orders are real`}
          <br />
          {account === undefined ? 'Signed out' : `Signed in as ${stripHostile(account, 120)}`}
        </>
      }
    >
      <Link
        to="/settings"
        search={isSandbox ? { section: 'practice' } : {}}
        className={isSandbox ? styles.sandbox : styles.venue}
        data-testid="environment"
      >
        {isSandbox ? 'SANDBOX' : stripHostile(venue.label, 120)}
      </Link>
    </Tooltip>
  )
}

function AccountLink({ account }: Pick<TopBarProps, 'account'>) {
  const name = account === undefined ? undefined : stripHostile(account, 120)
  return (
    <Link to="/settings" title={name === undefined ? 'Settings' : `Settings of ${name}`} className={styles.account}>
      <CircleUser size={14} aria-hidden="true" />
      {name !== undefined && <span className="visually-hidden">Settings of </span>}
      <FittingLine keep="ellipsis">{name ?? 'Settings'}</FittingLine>
    </Link>
  )
}

function AmountsSwitch() {
  const isHidden = useAmountsHidden()
  return (
    <IconButton
      label={isHidden ? 'Amounts are hidden: show' : 'Hide amounts'}
      pressed={isHidden}
      icon={isHidden ? <EyeOff size={14} /> : <Eye size={14} />}
      onClick={toggleAmounts}
    />
  )
}

function Screens() {
  return (
    <nav aria-label="Screens" className={styles.screens}>
      {tabs.map(screen => (
        <Link key={screen.to} to={screen.to} title={screen.name} className={styles.screen}>
          <span aria-hidden="true" className={styles.screenKey}>
            {keyTable[screen.keys]}
          </span>
          <span className={styles.screenName}>{screen.name}</span>
        </Link>
      ))}
    </nav>
  )
}

interface UtcClockProps {
  readonly nowMs: () => number
  /** Server minus this machine; undefined before the first answer. */
  readonly offsetMs: number | undefined
}

function UtcClock({ nowMs, offsetMs }: UtcClockProps) {
  usePreferences()
  const now = useTicking(() => Math.floor(nowMs() / 1_000) * 1_000)
  const offset = offsetMs === undefined ? undefined : formatOffset(offsetMs)
  return (
    <span
      className={styles.clock}
      title={`${otherZone(now)}. The difference is the venue's clock against this machine's.`}
    >
      <FittingLine>
        <time>{formatZoned(now, 'time')}</time>
        <span className={styles.faint}>{zoneLabel()}</span>
        <span className={styles.offset}>{offset !== undefined && `(${offset})`}</span>
      </FittingLine>
    </span>
  )
}
