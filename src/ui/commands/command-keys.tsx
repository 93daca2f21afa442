import type { ReactNode } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { type Command, isEnabled } from './command.ts'
import { useCommandList } from './use-commands.ts'

/** A dialog takes the keyboard for itself; only what is made for it goes on. */
const inDialog = (event: KeyboardEvent): boolean => event.target instanceof Element && event.target.closest('[role="dialog"]') !== null

function CommandKey({ command, keys }: { command: Command; keys: string }): ReactNode {
  useHotkeys(
    keys,
    event => {
      event.preventDefault()
      command.run()
    },
    {
      enableOnFormTags: command.inForms === true,
      enableOnContentEditable: command.inForms === true,
      // Symbols are where the keyboard's layout has them; letters and digits are the same either way.
      ignoreEventWhen: event => event.defaultPrevented || (command.inForms !== true && inDialog(event)),
    },
    [command],
  )
  return null
}

/** Listens for the keys of the registered commands; mounted once. */
export function CommandKeys(): ReactNode {
  const taken = new Set<string>()
  const holders: { command: Command; keys: string }[] = []
  for (const command of useCommandList()) {
    if (command.keys === undefined || taken.has(command.keys) || !isEnabled(command)) continue
    taken.add(command.keys)
    holders.push({ command, keys: command.keys })
  }
  return holders.map(({ command, keys }) => <CommandKey key={`${command.id} ${keys}`} command={command} keys={keys} />)
}
