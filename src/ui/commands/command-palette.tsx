// oxlint-disable jsx-a11y/prefer-tag-over-role -- no element is a list of choices steered from a text field
// oxlint-disable jsx-a11y/click-events-have-key-events -- the keys are the text field's, which keeps the focus
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { Dialog } from '../controls/dialog.tsx'
import { Kbd } from '../controls/kbd.tsx'
import { type Command, isEnabled, matchCommands } from './command.ts'
import { keyTable } from './key-table.ts'
import styles from './commands.module.css'
import { useCommandList } from './use-commands.ts'

const mostShown = 60

function uniqueById(commands: readonly Command[]): Command[] {
  const seen = new Set<string>()
  return commands.filter(command => !seen.has(command.id) && seen.add(command.id))
}

function Results({
  id,
  found,
  current,
  choose,
}: {
  id: string
  found: readonly Command[]
  current: number
  choose: (command: Command) => void
}): ReactNode {
  if (found.length === 0) return <p className={styles.none}>No matches.</p>
  return (
    <div id={id} role="listbox" aria-label="Commands" className={styles.results}>
      {found.map((command, place) => (
        <div
          key={command.id}
          id={`${id}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === current}
          className={styles.result}
          ref={place === current ? element => element?.scrollIntoView({ block: 'nearest' }) : undefined}
          onClick={() => choose(command)}
        >
          <span className={styles.name}>{command.name}</span>
          {command.group !== undefined && <span className={styles.group}>{command.group}</span>}
          {command.keys !== undefined && <Kbd keys={keyTable[command.keys]} />}
        </div>
      ))}
    </div>
  )
}

function Search({ onClose, input }: { onClose: () => void; input: RefObject<HTMLInputElement | null> }): ReactNode {
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const found = matchCommands(uniqueById(useCommandList()).filter(isEnabled), query).slice(0, mostShown)
  const current = Math.min(at, found.length - 1)
  const choose = (command: Command): void => {
    onClose()
    // After the dialog has given the focus back, so that a command may put it elsewhere.
    setTimeout(command.run)
  }
  const press = (event: KeyboardEvent): void => {
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (move !== 0 && found.length > 0) {
      event.preventDefault()
      setAt((current + move + found.length) % found.length)
    }
    const chosen = found[current]
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && chosen !== undefined) {
      event.preventDefault()
      choose(chosen)
    }
  }
  return (
    <>
      <input
        ref={input}
        className={styles.query}
        role="combobox"
        aria-label="Search commands"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
        placeholder="What do you want to do?"
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={event => {
          setQuery(event.target.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <Results id={id} found={found} current={current} choose={choose} />
    </>
  )
}

/** Every command by a few letters of its name. */
export function CommandPalette({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Dialog open={open} onClose={onClose} title="Commands" initialFocus={input}>
      <div className={styles.palette}>
        <Search onClose={onClose} input={input} />
      </div>
    </Dialog>
  )
}
