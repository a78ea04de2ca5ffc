import { createElement, Fragment, type ReactNode } from 'react'

/** The parts of a message with elements in it, as children: so they need no keys. */
export const rich = (parts: ReactNode[]) => createElement(Fragment, null, ...parts)
