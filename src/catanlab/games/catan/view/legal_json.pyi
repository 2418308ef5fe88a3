# Everything here is native; it is a part of CatanView.to_json.
