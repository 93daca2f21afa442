import type { ReactNode } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { type Command, isEnabled } from './command.ts'
import { type KeyMeaning, keyTable } from './key-table.ts'
import { useCommandList } from './use-commands.ts'

/** A dialog takes the keyboard for itself; only what is made for it goes on. */
const inDialog = (event: KeyboardEvent): boolean => event.target instanceof Element && event.target.closest('[role="dialog"]') !== null

/** Where keys write or choose: text fields and lists. A slider, a tick or a choice takes no letters. */
const inField = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest(
    'textarea, select, [role="combobox"], [role="listbox"], [role="menu"], input:not([type="range"], [type="checkbox"], [type="radio"])',
  ) !== null

const isSymbol = (keys: string): boolean => /^[^\w\s]$/.test(keys)
const isShortcut = (event: KeyboardEvent): boolean => (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')

function CommandKey({ command, keys }: { command: Command; keys: string }): ReactNode {
  useHotkeys(
    keys,
    event => {
      event.preventDefault()
      command.run()
    },
    {
      enableOnFormTags: true,
      enableOnContentEditable: command.inForms === true,
      // A symbol is what is typed, wherever this keyboard has it and whatever it takes to type it.
      useKey: isSymbol(keys),
      ignoreModifiers: isSymbol(keys),
      ignoreEventWhen: event =>
        event.defaultPrevented ||
        command.keyWhen?.() === false ||
        (isSymbol(keys) && isShortcut(event)) ||
        (command.inForms !== true && (inDialog(event) || inField(event))),
    },
    [command],
  )
  return null
}

/** Listens for the keys of the registered commands; mounted once. */
export function CommandKeys(): ReactNode {
  const taken = new Set<KeyMeaning>()
  const holders: { command: Command; keys: string }[] = []
  for (const command of useCommandList()) {
    if (command.keys === undefined || !isEnabled(command) || taken.has(command.keys)) continue
    taken.add(command.keys)
    holders.push({ command, keys: keyTable[command.keys] })
  }
  return holders.map(({ command, keys }) => <CommandKey key={command.id} command={command} keys={keys} />)
}
