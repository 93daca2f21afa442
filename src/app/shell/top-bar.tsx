/** The frame's top: where one is, against which venue, whether what is shown is live, and whether this tab may send. */
import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { Eye, EyeOff, Lock, LockOpen, Search } from 'lucide-react'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Kbd } from '../../ui/controls/kbd.tsx'
import { toggleAmounts, useAmountsHidden } from '../../ui/format/privacy.ts'
import { stripHostile } from '../../ui/format/strip-hostile.ts'
import { ConnectionLight, type ConnectionLightProps } from './connection-light.tsx'
import { UtcClock, type UtcClockProps } from './utc-clock.tsx'
import { screens } from './screens.ts'
import styles from './shell.module.css'

export interface TopBarProps {
  readonly venue: { readonly kind: 'sandbox' | 'venue'; readonly label: string }
  readonly account: string | undefined
  readonly clock: UtcClockProps
  readonly connection: ConnectionLightProps
  readonly locked: boolean
  readonly onLockChange: (locked: boolean) => void
  readonly onSearch: () => void
  /** What ends next; comes when it is loaded. */
  readonly next: ReactNode
}

export function TopBar(props: TopBarProps) {
  return (
    <header className={styles.top}>
      <span className={styles.brand}>
        <svg aria-hidden="true" viewBox="0 0 32 32" className={styles.mark}>
          <path d="M4 22h7l5-12 5 12h7" />
        </svg>
        Legwork
      </span>
      <Screens />
      <span
        className={props.venue.kind === 'sandbox' ? styles.sandbox : styles.venue}
        data-testid="environment"
        title={props.venue.kind === 'sandbox' ? 'The exchange in the box: no real money' : 'A real venue: orders are real'}
      >
        {props.venue.kind === 'sandbox' ? 'SANDBOX' : stripHostile(props.venue.label, 40)}
      </span>
      <button type="button" className={styles.search} onClick={props.onSearch}>
        <Search size={13} aria-hidden="true" />
        <span>Search and commands</span>
        <Kbd keys="mod+k" />
      </button>
      <span className={styles.spring} />
      {props.account !== undefined && (
        <span className={styles.account} title={stripHostile(props.account, 120)}>
          {stripHostile(props.account, 32)}
        </span>
      )}
      {props.next}
      <UtcClock {...props.clock} />
      <ConnectionLight {...props.connection} />
      <AmountsSwitch />
      <IconButton
        label={props.locked ? 'Sending is locked in this tab: unlock' : 'Lock sending in this tab'}
        pressed={props.locked}
        icon={props.locked ? <Lock size={14} /> : <LockOpen size={14} />}
        onClick={() => props.onLockChange(!props.locked)}
      />
    </header>
  )
}

/** Amounts out of sight, for whoever looks over the shoulder. */
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

/** The screens as links; on narrow windows the same list stands at the bottom as tabs. */
export function Screens() {
  return (
    <nav aria-label="Screens" className={styles.screens}>
      {screens.map(screen => (
        <Link key={screen.to} to={screen.to} className={styles.screen} activeProps={{ 'aria-current': 'page' }}>
          <span aria-hidden="true" className={styles.screenKey}>
            {screen.key}
          </span>
          {screen.name}
        </Link>
      ))}
    </nav>
  )
}
