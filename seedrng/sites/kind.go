package sites

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// marshalKind returns the JSON of a kind with its members.
func marshalKind(kind string, members any) ([]byte, error) {
	text, err := json.Marshal(members)
	if err != nil {
		return nil, err
	}
	head := fmt.Appendf(nil, `{"kind":%q`, kind)
	if len(text) > len("{}") {
		head = append(head, ',')
	}
	return append(head, text[1:]...), nil
}

// unmarshalKind returns the kind that the JSON names, with its members and no others.
func unmarshalKind[K any](text []byte, kinds []func() K) (none K, err error) {
	var members map[string]json.RawMessage
	var kind string
	if err := json.Unmarshal(text, &members); err != nil {
		return none, err
	}
	if err := json.Unmarshal(members["kind"], &kind); err != nil {
		return none, fmt.Errorf("sites: kind: %w", err)
	}
	delete(members, "kind")
	rest, err := json.Marshal(members)
	if err != nil {
		return none, err
	}
	for _, newKind := range kinds {
		k := newKind()
		if any(k).(interface{ kind() string }).kind() != kind {
			continue
		}
		in := json.NewDecoder(bytes.NewReader(rest))
		in.DisallowUnknownFields()
		return k, in.Decode(k)
	}
	return none, fmt.Errorf("sites: no kind %q", kind)
}
