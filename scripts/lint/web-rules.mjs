// A plugin of oxlint with rules of the web app that no other plugin has.

const queryHook = /^use(?:Infinite|Suspense)?Quer(?:y|ies)$/
const queryState = new Set([
  'error',
  'failureCount',
  'failureReason',
  'fetchStatus',
  'isError',
  'isFetched',
  'isFetchedAfterMount',
  'isFetchNextPageError',
  'isFetching',
  'isFetchingNextPage',
  'isInitialLoading',
  'isLoading',
  'isLoadingError',
  'isPaused',
  'isPending',
  'isRefetchError',
  'isRefetching',
  'isSuccess',
  'status',
])

/** Makes QueryView the only place that shows that a query is loading or has failed, so that all screens do it in the same way. */
const noQueryState = {
  meta: {
    type: 'problem',
    messages: { state: 'Show the query with QueryView of platform/query instead of reading "{{name}}".' },
  },
  create(context) {
    const report = (node, name) => {
      if (queryState.has(name)) context.report({ node, messageId: 'state', data: { name } })
    }
    /**
     * Checks the names that are read from a query.
     * @param target the left side of `… = useQuery(…)`
     */
    const checkTarget = (target) => {
      if (target.type === 'ObjectPattern') {
        for (const property of target.properties) {
          if (property.type === 'Property') report(property, property.key.name)
        }
      }
      if (target.type !== 'Identifier') return
      const variable = findVariable(context.sourceCode.getScope(target), target.name)
      for (const { identifier } of variable?.references ?? []) {
        const { parent } = identifier
        if (parent.type === 'MemberExpression' && parent.object === identifier) report(parent, parent.property.name)
        if (parent.type === 'VariableDeclarator' && parent.init === identifier) checkTarget(parent.id)
      }
    }
    return {
      CallExpression(node) {
        if (node.callee.type !== 'Identifier' || !queryHook.test(node.callee.name)) return
        const { parent } = node
        if (parent.type === 'MemberExpression') report(parent, parent.property.name)
        if (parent.type === 'VariableDeclarator') checkTarget(parent.id)
      },
    }
  },
}

function findVariable(scope, name) {
  return scope === null ? undefined : (scope.set.get(name) ?? findVariable(scope.upper, name))
}

export default { meta: { name: 'web' }, rules: { 'no-query-state': noQueryState } }
