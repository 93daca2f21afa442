/**
 * What can be done now: the commands of everything mounted, newest first. A list outside React: registering draws nothing again but what
 * shows the list. Of two commands with one key the one registered last has it.
 */
import { createStore } from '../../domain/store.ts'
import type { Command } from './command.ts'

export interface CommandRegistry {
  readonly commands: () => readonly Command[]
  readonly subscribe: (listener: () => void) => () => void
  /** Puts a group of commands in; `update` replaces it, `remove` takes it out. */
  readonly register: (commands: readonly Command[]) => {
    readonly update: (commands: readonly Command[]) => void
    readonly remove: () => void
  }
}

/** Is there nothing in which the two lists would look or act differently? `run`, `keyWhen` and `reads` are read when they are called, so they do not count. */
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

/** Command whose `run`, `keyWhen` and `reads` are the newest ones registered for it, whichever version of the list a caller holds. */
function live(command: Command, group: { readonly commands: readonly Command[] }): Command {
  const newest = (): Command | undefined => group.commands.find(each => each.id === command.id)
  return {
    ...command,
    run: () => newest()?.run(),
    keyWhen: () => newest()?.keyWhen?.() !== false,
    reads: query => newest()?.reads?.(query),
  }
}

export function createCommandRegistry(): CommandRegistry {
  const groups = new Set<{ commands: readonly Command[] }>()
  const all = createStore<readonly Command[]>([])
  const rebuild = (): void => all.set([...groups].reverse().flatMap(group => group.commands.map(command => live(command, group))))
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
