import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { pageMax } from "../../api/pages.ts";
import { may } from "../../app/session.ts";
import { SelectField } from "../../parts/field.tsx";
import { words } from "../../words/words.ts";

/** Chooses a stored brand, or none; the newest 100. Nothing for somebody who may not see brands. */
export function BrandField(props: {
  value: string;
  onChange: (brandId: string) => void;
  problem?: string | undefined;
}) {
  const { media: own, common } = words.value;
  const { data } = useLoad(
    async (signal) =>
      may("brands:read")
        ? (await box.brands.listBrands({ limit: pageMax }, { signal })).data.data
        : [],
    [],
  );
  if (!data || data.length === 0) return null;
  return (
    <SelectField
      label={own.brand}
      options={[["", common.none], ...data.map(({ id, name }) => [id, name] as const)]}
      {...props}
    />
  );
}
