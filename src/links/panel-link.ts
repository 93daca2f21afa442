/** One panel of a screen in a window of its own: `panel=positions` shows it alone. */
import { type Search, searchOf, textOf } from './search-text.ts'

export const parsePanelSearch = (search: Readonly<Record<string, unknown>>): string | undefined => textOf(search, 'panel')

export const panelSearch = (panel: string): Search => searchOf({ panel })
