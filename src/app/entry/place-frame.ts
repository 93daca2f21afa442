/**
 * Runs while a static page is parsed, after its root element: the page contains every screen's frame, and this inserts
 * the addressed one before the first paint. Also listens for the service worker's requests before the program does.
 */
import { awaitRelays } from '../../exchange/practice/early-relays.ts'
import { screenPath } from './screen-path.ts'

awaitRelays()

const frames = [...document.querySelectorAll<HTMLTemplateElement>('template[data-frame]')]
const [, name] = /^\/([a-z]+)/.exec(screenPath()) ?? []
const frame =
  frames.find(each => each.dataset['frame'] === name) ?? frames.find(each => each.dataset['frame'] === 'portfolio')
if (frame !== undefined) document.getElementById('root')?.replaceChildren(frame.content.cloneNode(true))
for (const each of frames) each.remove()
