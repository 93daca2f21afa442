/**
 * Commands of all mounted components, newest first. A list outside React: registering re-renders only what shows the
 * list. If two commands share a key, the last registered has it.
 */
import { createStore } from '../../../core/domain/store.ts'
import type { Command } from './command.ts'

export interface CommandRegistry {
  readonly commands: () => readonly Command[]
  readonly subscribe: (listener: () => void) => () => void
  readonly register: (commands: readonly Command[]) => {
    readonly update: (commands: readonly Command[]) => void
    readonly remove: () => void
  }
}

/**
 * True if the lists look and act the same. `run`, `keyWhen` and `parse` are looked up when called, so they do not
 * count.
 */
function sameLook(a: readonly Command[], b: readonly Command[]): boolean {
  return (
    a.length === b.length &&
    a.every((command, index) => {
      const other = b[index]
      return (
        other !== undefined &&
        command.id === other.id &&
        command.name === other.name &&
        command.group === other.group &&
        command.keys === other.keys &&
        command.enabled === other.enabled &&
        command.inForms === other.inForms
      )
    })
  )
}

/** Command that always calls the newest registered `run`, `keyWhen` and `parse`, even from an older list. */
function live(command: Command, group: { readonly commands: readonly Command[] }): Command {
  const newest = (): Command | undefined => group.commands.find(each => each.id === command.id)
  return {
    ...command,
    run: () => newest()?.run(),
    keyWhen: () => newest()?.keyWhen?.() !== false,
    parse: query => newest()?.parse?.(query),
  }
}

export function createCommandRegistry(): CommandRegistry {
  const groups = new Set<{ commands: readonly Command[] }>()
  const all = createStore<readonly Command[]>([])
  const rebuild = (): void =>
    all.set([...groups].reverse().flatMap(group => group.commands.map(command => live(command, group))))
  return {
    commands: all.get,
    subscribe: all.subscribe,
    register: commands => {
      const group = { commands }
      groups.add(group)
      rebuild()
      return {
        update: next => {
          const same = sameLook(group.commands, next)
          group.commands = next
          if (!same) rebuild()
        },
        remove: () => {
          groups.delete(group)
          rebuild()
        },
      }
    },
  }
}
