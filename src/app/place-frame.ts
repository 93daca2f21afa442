/**
 * Runs while a page of a static host is parsed, right after its root: such a host serves one page for all screens, so the page has the frames of
 * all, and the one that the address names is put in place before the first paint. And it listens for what a service worker asks before the program does.
 */
import { awaitRelays } from '../practice/early-relays.ts'
import { screenPath } from './screen-path.ts'

awaitRelays()

const frames = [...document.querySelectorAll<HTMLTemplateElement>('template[data-frame]')]
const [, name] = /^\/([a-z]+)/.exec(screenPath()) ?? []
const frame = frames.find(each => each.dataset['frame'] === name) ?? frames.find(each => each.dataset['frame'] === 'portfolio')
if (frame !== undefined) document.getElementById('root')?.replaceChildren(frame.content.cloneNode(true))
for (const each of frames) each.remove()
