import { html, nothing, type TemplateResult } from './lit.ts';
import { changeScope } from '../scope-change.ts';
import type { ScopeOption } from '../scope-choice.ts';
import type { Session } from '../session.ts';
import { say } from '../words/say.ts';

/** What is searched, for the reader to choose; only where there is more than one page and it holds this one. */
export function scopeView(session: Session, query: string): TemplateResult | typeof nothing {
  const { options, current } = session.runtime.scope;
  if (options.length === 0) return nothing;
  return html`<div class="scopes" part="scopes" role="group" aria-label=${say('scopes')}>
    ${options.map((option) => {
      const { kind } = option.scope;
      const name = nameOf(option);
      return html`<button
        class="scope"
        part="scope"
        title=${option.heading ?? nothing}
        aria-pressed=${String(kind === current.kind)}
        @click=${() => void changeScope(session, kind, query)}
      >
        ${name}
      </button>`;
    })}
  </div>`;
}

function nameOf({ scope, heading }: ScopeOption): string {
  switch (scope.kind) {
    case 'all':
      return say('scopeAll');
    case 'page':
      return say('scopePage');
    case 'section':
      return heading ?? '';
    default:
      return scope satisfies never;
  }
}
