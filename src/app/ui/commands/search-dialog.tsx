// oxlint-disable jsx-a11y/prefer-tag-over-role -- no element is a list of choices steered from a text field
// oxlint-disable jsx-a11y/click-events-have-key-events -- the keys are the text field's, which keeps the focus
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Dialog } from '../controls/dialog.tsx'
import { Kbd } from '../controls/kbd.tsx'
import { type KeyMeaning, keyTable } from './key-table.ts'
import styles from './commands.module.css'

export interface SearchResult {
  readonly id: string
  readonly name: string
  readonly detail?: string | undefined
  readonly group?: string | undefined
  readonly keys?: KeyMeaning | undefined
  readonly run: () => void
  /** Choosing it writes this into the field instead of running it. */
  readonly text?: string | undefined
  readonly further?: { readonly name: string; readonly run: () => void } | undefined
}

interface SearchDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly placeholder: string
  readonly query: string
  readonly setQuery: (query: string) => void
  readonly findings: readonly SearchResult[]
  /** True while the results belong to an earlier text: rendering many results waits for a pause in typing. */
  readonly isBehind?: boolean
  readonly findNow?: () => readonly SearchResult[]
  /** True until all data to search has loaded. An Enter without results waits for it. */
  readonly isIncomplete?: boolean
  readonly children?: ReactNode
  readonly none: string
}

/**
 * A search line with results below. Enter chooses, Ctrl or ⌘ with Enter does more, arrows move. Enter always acts on
 * the present text, however fast it follows the last letter. Typed keys do not reach the page behind.
 */
export function SearchDialog(props: SearchDialogProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Dialog open={props.open} onClose={props.onClose} title={props.title} initialFocus={input} size="lg" place="top">
      <div className={styles.palette}>
        <Search {...props} input={input} />
      </div>
    </Dialog>
  )
}

function Search(props: SearchDialogProps & { readonly input: RefObject<HTMLInputElement | null> }): ReactNode {
  const { title, query, setQuery, findings, isBehind = false, children, none, input } = props
  // By id, not index, so that live updates do not move the selection.
  const [chosen, setChosen] = useState<string>()
  const id = useId()
  const current = Math.max(
    0,
    findings.findIndex(each => each.id === chosen),
  )
  const { choose, enter, forget } = useChoice(props, chosen)
  const press = (event: KeyboardEvent): void => {
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (move !== 0 && findings.length > 0) {
      event.preventDefault()
      forget()
      setChosen(findings[(current + move + findings.length) % findings.length]?.id)
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      enter(event.ctrlKey || event.metaKey)
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
        placeholder={props.placeholder}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={event => {
          forget()
          setQuery(event.target.value)
          setChosen(undefined)
        }}
        onPaste={event => {
          // A one-line field would join the lines of a message.
          const text = event.clipboardData.getData('text')
          const { selectionStart, selectionEnd, value } = event.currentTarget
          if (!text.trim().includes('\n')) return
          event.preventDefault()
          setQuery(
            value.slice(0, selectionStart ?? 0) +
              text.trim().replaceAll(/\s*\n+\s*/g, '; ') +
              value.slice(selectionEnd ?? value.length),
          )
        }}
        onKeyDown={press}
      />
      {children}
      <Found
        id={id}
        title={title}
        findings={findings}
        current={current}
        choose={choose}
        none={none}
        isBehind={isBehind}
      />
    </>
  )
}

function useChoice(
  { onClose, query, setQuery, findings, isBehind = false, findNow, isIncomplete = false }: SearchDialogProps,
  chosen: string | undefined,
) {
  const awaited = useRef<{ readonly query: string; readonly isFurther: boolean }>(undefined)
  const choose = (finding: SearchResult, isFurther = false): void => {
    if (finding.text !== undefined) return setQuery(finding.text)
    onClose()
    // After the dialog has returned the focus, so that a command may move it.
    setTimeout((isFurther ? finding.further?.run : undefined) ?? finding.run)
  }
  const enter = (isFurther: boolean): void => {
    const found = isBehind && findNow !== undefined ? findNow() : findings
    const finding = found.find(each => each.id === chosen) ?? found[0]
    if (finding !== undefined) choose(finding, isFurther)
    else if (isIncomplete) awaited.current = { query, isFurther }
  }
  const forget = (): void => {
    awaited.current = undefined
  }
  useEffect(() => {
    const asked = awaited.current
    if (asked === undefined || asked.query !== query || isBehind || findings[0] === undefined) return
    awaited.current = undefined
    choose(findings[0], asked.isFurther)
  })
  return { choose, enter, forget }
}

interface FoundProps extends Pick<SearchDialogProps, 'title' | 'findings' | 'none' | 'isBehind'> {
  readonly id: string
  readonly current: number
  readonly choose: (finding: SearchResult) => void
}

function Found({ id, title, findings, current, choose, none, isBehind }: FoundProps): ReactNode {
  if (findings.length === 0) return <p className={styles.none}>{isBehind === true ? '' : none}</p>
  return (
    <div id={id} role="listbox" aria-label={title} aria-busy={isBehind} className={styles.results}>
      {findings.map((finding, index) => (
        <div
          key={finding.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          className={styles.result}
          ref={index === current ? element => element?.scrollIntoView({ block: 'nearest' }) : undefined}
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
