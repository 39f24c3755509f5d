// The findings of axe-core in the page, one line per broken rule; it has been loaded before.
export async function violations(tags) {
  const found = await globalThis.axe.run(document, {
    runOnly: { type: "tag", values: tags },
    resultTypes: ["violations"],
  });
  return found.violations.map((rule) => {
    const where = rule.nodes.map((node) => `${node.target.join(" ")} (${node.failureSummary})`);
    return `${rule.id}: ${rule.help}: ${where.slice(0, 4).join("; ")}`;
  });
}
