import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import styles from './choice.module.css'

export interface Tab<T extends string> {
  readonly value: T
  readonly label: ReactNode
}

export interface TabsProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly tabs: readonly Tab<T>[]
  readonly onChange: (value: T) => void
  readonly children?: ReactNode
}

const moves: Readonly<Record<string, 'next' | 'previous' | 'first' | 'last'>> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  Home: 'first',
  End: 'last',
}

export function Tabs<T extends string>({ label, value, tabs, onChange, children }: TabsProps<T>): ReactNode {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const press = (event: KeyboardEvent): void => {
    const move = moves[event.key]
    if (move === undefined || tabs.length === 0) return
    event.preventDefault()
    const at = tabs.findIndex(tab => tab.value === value)
    const index = { next: at + 1, previous: at - 1 + tabs.length, first: 0, last: tabs.length - 1 }[move] % tabs.length
    const target = tabs[index]
    if (target === undefined) return
    onChange(target.value)
    list.current?.querySelector<HTMLElement>(`[data-value="${CSS.escape(target.value)}"]`)?.focus()
  }
  return (
    <div className={styles.tabs}>
      <div ref={list} role="tablist" tabIndex={-1} aria-label={label} className={styles.tabList} onKeyDown={press}>
        {tabs.map(tab => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            data-value={tab.value}
            aria-selected={tab.value === value}
            aria-controls={children === undefined ? undefined : `${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            className={styles.tab}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {children !== undefined && (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className={styles.tabPanel}>
          {children}
        </div>
      )}
    </div>
  )
}
