// oxlint-disable jsx-a11y/prefer-tag-over-role -- no element is a list of choices steered from a text field
// oxlint-disable jsx-a11y/click-events-have-key-events -- the keys are the text field's, which keeps the focus
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { Dialog } from '../controls/dialog.tsx'
import { Kbd } from '../controls/kbd.tsx'
import { type KeyMeaning, keyTable } from './key-table.ts'
import styles from './commands.module.css'

/** One line that can be chosen. */
export interface Finding {
  readonly id: string
  readonly name: string
  /** Beside the name: prices, a state. */
  readonly detail?: string | undefined
  readonly group?: string | undefined
  readonly keys?: KeyMeaning | undefined
  readonly run: () => void
  /** With Ctrl or ⌘ and Enter: what is done beyond that, and its name. */
  readonly further?: { readonly name: string; readonly run: () => void } | undefined
}

interface SearchDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly placeholder: string
  readonly query: string
  readonly setQuery: (query: string) => void
  readonly findings: readonly Finding[]
  /** Between the line and what was found: what the line is understood as. */
  readonly children?: ReactNode
  /** Where nothing was found. */
  readonly none: string
}

/** A line with what it finds below; Enter chooses, with Ctrl or ⌘ it goes further, arrows go through. What is typed stays here, whatever the page behind listens for. */
export function SearchDialog(props: SearchDialogProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Dialog open={props.open} onClose={props.onClose} title={props.title} initialFocus={input} size="lg">
      <div className={styles.palette}>
        <Search {...props} input={input} />
      </div>
    </Dialog>
  )
}

function Search({
  onClose,
  title,
  placeholder,
  query,
  setQuery,
  findings,
  children,
  none,
  input,
}: SearchDialogProps & { readonly input: RefObject<HTMLInputElement | null> }): ReactNode {
  const [at, setAt] = useState(0)
  const id = useId()
  const current = Math.min(at, findings.length - 1)
  const choose = (finding: Finding, isFurther = false): void => {
    onClose()
    // After the dialog has given the focus back, so that a command may put it elsewhere.
    setTimeout((isFurther ? finding.further?.run : undefined) ?? finding.run)
  }
  const press = (event: KeyboardEvent): void => {
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (move !== 0 && findings.length > 0) {
      event.preventDefault()
      setAt((current + move + findings.length) % findings.length)
    }
    const chosen = findings[current]
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && chosen !== undefined) {
      event.preventDefault()
      choose(chosen, event.ctrlKey || event.metaKey)
    }
  }
  return (
    <>
      <input
        ref={input}
        className={styles.query}
        role="combobox"
        aria-label={title}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={findings.length > 0 ? `${id}-${current}` : undefined}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={event => {
          setQuery(event.target.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      {children}
      <Found id={id} title={title} findings={findings} current={current} choose={choose} none={none} />
    </>
  )
}

interface FoundProps extends Pick<SearchDialogProps, 'title' | 'findings' | 'none'> {
  readonly id: string
  readonly current: number
  readonly choose: (finding: Finding) => void
}

function Found({ id, title, findings, current, choose, none }: FoundProps): ReactNode {
  if (findings.length === 0) return <p className={styles.none}>{none}</p>
  return (
    <div id={id} role="listbox" aria-label={title} className={styles.results}>
      {findings.map((finding, place) => (
        <div
          key={finding.id}
          id={`${id}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === current}
          className={styles.result}
          ref={place === current ? element => element?.scrollIntoView({ block: 'nearest' }) : undefined}
          onClick={() => choose(finding)}
        >
          <span className={styles.name}>{finding.name}</span>
          {finding.detail !== undefined && <span className={styles.detail}>{finding.detail}</span>}
          {finding.further === undefined ? null : (
            <span className={styles.group}>
              {finding.further.name} <Kbd keys="mod+enter" />
            </span>
          )}
          {finding.group !== undefined && <span className={styles.group}>{finding.group}</span>}
          {finding.keys !== undefined && <Kbd keys={keyTable[finding.keys]} />}
        </div>
      ))}
    </div>
  )
}
